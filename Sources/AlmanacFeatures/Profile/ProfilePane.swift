// The profile of a column on the screen.
import AlmanacRecords
import Observing
import Stores
import Terminals

/// The screen of the profile of a column.
@MainActor
final class ProfilePane: Scrolling {
  private let store: StoreOf<RecordList>
  private let environment: ScreenEnvironment
  /// Moves by a number of columns to the right, and shows the profile there.
  private let moveColumn: @MainActor (Int) -> Void
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys(store.table.style)
  /// Wakes the observers of the scroll range.
  private let sizeStamp = ChangeStamp()

  init(
    store: StoreOf<RecordList>, environment: ScreenEnvironment, moveColumn: @escaping @MainActor (Int) -> Void
  ) {
    self.store = store
    self.environment = environment
    self.moveColumn = moveColumn
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
  }

  // MARK: Keys

  private static func makeKeys(_ style: TableStyle) -> [KeyBinding<ProfilePane>] {
    [
      KeyBinding(
        .character("r"), .character("i"), does: "run again", isHinted: true,
        hintedIf: { $0.store.profile?.standing.wantsRun == true }
      ) {
        $0.store.send(.profile(.runKeyPressed))
      },
      KeyBinding(.escape, .character("h"), .left, does: "back", isHinted: true, isKept: true) {
        $0.store.send(.open(.profileClosed))
      },
      KeyBinding(.character("H"), does: "the column before", isHinted: true) { $0.moveColumn(-1) },
      KeyBinding(.character("L"), does: "the next column", isHinted: true) { $0.moveColumn(1) },
    ] + KeyBinding.scrolling
      + KeyBinding.refused(keysOf: style, because: "That is done in the list: Esc goes there.")
  }

  var topLine: Int { min(store.profile?.scroll ?? 0, lastLine) }
  var pageHeight: Int { max(1, boardHeight) }
  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool {
    sizeStamp.access()
    return topLine < lastLine
  }
  func scroll(to line: Int) { store.send(.profile(.scrolled(to: min(line, lastLine)))) }

  /// A line above the board names the subject.
  private var boardHeight: Int { pane.rect.height - 1 }

  /// The greatest top line: with it, the last line is visible.
  private var lastLine: Int {
    guard !pane.rect.isEmpty, let profile = store.profile?.profile else { return 0 }
    return max(0, ProfileBoard(profile: profile, theme: environment.theme).height(width: pane.rect.width) - boardHeight)
  }

  func layOut(in rect: Rect) {
    guard pane.rect != rect else { return }
    pane.rect = rect
    sizeStamp.noteChange()
  }

  /// The age has changed.
  func timePassed() { pane.setNeedsDisplay() }

  /// Whether the profile is being computed. Tracked.
  var isRunning: Bool { store.profile?.standing == .running }

  // MARK: Drawing

  /// The name of the column, for the top line. Tracked.
  var title: String { "\(store.table.name).\(store.profile?.column ?? "")" }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard let state = store.profile, !rect.isEmpty else { return }
    let signs = Signs(isUnicode: buffer.isUnicode)
    drawHead(state, in: rect, signs, on: &buffer)
    guard let profile = state.profile else { return }
    var board = ProfileBoard(
      profile: profile, meaning: store.table.meaning(of: state.column), zone: environment.clock.zone,
      thousands: Settings.present.thousands.sign, theme: environment.theme)
    board.top = topLine
    board.draw(
      in: Rect(column: rect.column, row: rect.row + 1, width: rect.width, height: max(0, boardHeight)), on: &buffer)
  }

  /// Writes the subject of the profile and, at the right, its age or progress. If room is short, only the latter.
  private func drawHead(_ state: Profile.State, in rect: Rect, _ signs: Signs, on buffer: inout CellBuffer) {
    let theme = environment.theme
    let text = state.words(at: environment.clock.now(), signs)
    let room = max(0, rect.width - ProfileBoard.margin - 1)
    let width = min(displayWidth(text, isUnicode: buffer.isUnicode), room)
    let subject = state.list.isWhole ? state.column : "\(state.column), of the records found"
    buffer.write(
      subject, at: Point(column: rect.column + ProfileBoard.margin, row: rect.row), maxWidth: max(0, room - width - 2),
      style: theme.header, truncation: .ellipsis)
    var style = theme.muted
    if case .failed = state.standing { style = theme.error }
    buffer.write(
      text, at: Point(column: rect.endColumn - 1 - width, row: rect.row), maxWidth: width, style: style,
      truncation: .ellipsis)
  }
}

extension Profile.State {
  /// The state of the run in words. Tracked.
  fileprivate func words(at now: Double, _ signs: Signs) -> String {
    let share = profile?.percent.map { "\($0) %" }
    switch standing {
    case .running: return [share ?? signs.ellipsis, "Ctrl-C stops"].joined(separator: signs.separator)
    case .current: return Age.phrase(from: now - age, to: now)
    case .outdated: return ["changed since", Age.phrase(from: now - age, to: now)].joined(separator: signs.separator)
    case .stopped: return share.map { "stopped at \($0)" } ?? "stopped"
    case .failed(let reason): return "not read: \(reason)"
    }
  }
}

extension Profile.State.Standing {
  /// Whether there is a reason to run the profile again.
  var wantsRun: Bool { self != .running && self != .current }
}
