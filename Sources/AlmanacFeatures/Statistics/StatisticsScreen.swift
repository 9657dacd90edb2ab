// The screen of statistics: its drawing and its keys.
import AlmanacRecords
import LiveQueries
import Observing
import Stores
import Terminals

/// The screen of the statistics tab.
@MainActor
final class StatisticsScreen: TabScreen, Scrolling {
  /// The counts of all facts and all users. A paused list does not affect them.
  struct Totals {
    var facts: RecordCount
    var users: RecordCount

    /// `count` returns the count of the table with a name.
    init(count: (_ name: String) -> RecordCount?) {
      facts = count(ListedTable.facts.name) ?? .unknown
      users = count(ListedTable.users.name) ?? .unknown
    }

    init(facts: RecordCount, users: RecordCount) { (self.facts, self.users) = (facts, users) }

    /// The count of a table; `nil` if it is neither facts nor users.
    subscript(table: ListedTable) -> RecordCount? {
      if table.isNamed(ListedTable.facts.name) { return facts }
      return table.isNamed(ListedTable.users.name) ? users : nil
    }
  }

  static let title = "Statistics"

  let store: StoreOf<Statistics>
  private let environment: ScreenEnvironment
  private let totals: @MainActor () -> Totals
  private let isReadable: @MainActor () -> Bool
  private var pane: Pane!
  private var token: ObserveToken?
  private var isShown = false
  /// The last drawn board, with only the parts that have been current since the screen was shown.
  private var seen: StatisticsBoard?
  /// The last drawn board. While the screen is paused, it stays.
  private var drawn: StatisticsBoard?
  private lazy var marks = TimedMarks<StatisticsBoard.Item>(environment) { [weak self] in
    self?.pane.setNeedsDisplay()
  }
  /// Wakes the observers of the scroll range.
  private let sizeStamp = ChangeStamp()

  /// `isReadable` tells whether unknown values are still to come. Both closures are tracked.
  init(
    store: StoreOf<Statistics>, environment: ScreenEnvironment, isReadable: @escaping @MainActor () -> Bool,
    totals: @escaping @MainActor () -> Totals
  ) {
    self.isReadable = isReadable
    self.store = store
    self.environment = environment
    self.totals = totals
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
    pane.words = { [weak self] in self?.spoken() }
    let board = store.scope(state: \.board, action: \.board)
    token = observe(scheduler: environment.scheduler) { board.readChanges() }
  }

  // MARK: Keys

  private static let keys =
    KeyBinding<StatisticsScreen>.scrolling
    + [
      KeyBinding<StatisticsScreen>(.character("P"), does: "pause, catch up") { $0.store.send(.pauseKeyPressed) }
    ].about(.changes)
    + KeyBinding.refused(
      keysOf: ListedTable.facts.style,
      because: "The statistics list no records: press 1 for facts, 2 for users.")

  var panes: [Pane] { [pane] }
  var help: [KeyHint] { Self.keys.help() }
  var note: [String] {
    guard store.isPaused else { return [] }
    let waiting = drawn.map { board.changedRecords(since: $0, in: pane.rect.size) } ?? 0
    return [ListNote.pausePhrase(waiting: waiting)]
  }

  /// The counts for the tabs, paused together with the board. Tracked.
  var shownTotals: Totals {
    let board = shownBoard
    return Totals(facts: board.facts, users: board.users)
  }
  var takesText: Bool { false }

  func hints(except taken: [Key]) -> [KeyHint] {
    sizeStamp.access()
    return Self.keys.hints(self, except: taken)
  }

  func action(for key: Key) -> EventAction? { Self.keys.action(for: key, self) }
  func action(forPasted text: String) -> EventAction? { nil }
  func action(for event: MouseEvent) -> EventAction? { wheelAction(for: event) }

  func setShown(_ isShown: Bool) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    store.send(.board(isShown ? .shown(Statistics.Part.allCases.map(\.query)) : .hidden))
    seen = nil
    pane.setNeedsDisplay()
  }

  func layOut(in rect: Rect) {
    guard pane.rect != rect else { return }
    pane.rect = rect
    sizeStamp.noteChange()
  }

  func timePassed() { pane.setNeedsDisplay() }

  var topLine: Int { min(store.scroll, lastLine) }
  var pageHeight: Int { pane.rect.height }
  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool { topLine < lastLine }
  func scroll(to line: Int) { store.send(.scrolled(to: min(line, lastLine))) }

  /// The greatest top line: with it, the last line is visible.
  private var lastLine: Int {
    // Before the layout there is nothing to scroll.
    pane.rect.isEmpty ? 0 : max(0, shownBoard.layout(in: pane.rect.size).height - pane.rect.height)
  }

  // MARK: Drawing

  private var board: StatisticsBoard {
    let now = environment.clock.wholeMinutes
    let totals = self.totals()
    return StatisticsBoard(
      facts: totals.facts, users: totals.users, states: late(store.states, .states),
      newest: late(newest(at: now), .newest), growth: late(store.growth, .growth),
      domains: late(store.domains, .domains),
      isReadable: isReadable(), present: CivilMonth(at: now), theme: environment.theme)
  }

  /// The present board or, while the screen is paused, the one from the moment of the pause. Tracked.
  private var shownBoard: StatisticsBoard {
    let board = board
    return store.isPaused ? drawn?.still(over: board) ?? board : board
  }

  private func late<Value>(_ value: Value?, _ part: Statistics.Part) -> LateValue<Value> {
    LateValue(value: value, isCurrent: store.current.contains(part))
  }

  /// The newest users; `nil` until first read.
  private func newest(at now: Double) -> [StatisticsBoard.NewUser]? {
    let zone = environment.clock.zone
    return store.newest?.map { user in
      StatisticsBoard.NewUser(
        id: user.id, name: ListedTable.users.text("name", of: user, at: now, in: zone),
        age: ListedTable.users.text("createdAt", of: user, at: now, in: zone))
    }
  }

  /// The parts in words, one after the other.
  private func spoken() -> SpokenPart {
    let layout = shownBoard.layout(in: pane.rect.size)
    var part = SpokenPart(id: "statistics", title: Self.title)
    part.lines = [layout.numbers, layout.newest, layout.growth, layout.domains].flatMap { place in
      SpokenPart.lines(
        of: pane.buffer,
        in: Rect(column: place.column, row: place.row - topLine, width: place.width, height: place.height))
    }
    return part
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard isShown, !rect.isEmpty else { return }
    var board = shownBoard
    drawn = board
    if let seen {
      for (item, change) in board.changes(since: seen, in: rect.size) { marks.add(change, to: item) }
    }
    seen = board.seen(after: seen)
    board.marks = marks.marks
    board.top = topLine
    board.draw(in: rect, on: &buffer)
  }
}
