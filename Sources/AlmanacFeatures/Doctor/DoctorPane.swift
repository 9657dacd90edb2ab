// The checks of a file on the screen.
import AlmanacRecords
import Observing
import QueryClients
import Stores
import Terminals

/// The dialog with the findings of the checks. It gets all keys until it is closed.
@MainActor
final class DoctorPane: Overlay, Scrolling {
  private let store: StoreOf<Application>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private var token: ObserveToken?

  init(store: StoreOf<Application>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
    token = observe(scheduler: environment.scheduler) { [weak self] in
      if self?.store.doctor?.next != nil { self?.store.send(.doctor(.nextWanted)) }
    }
  }

  private static let keys =
    [
      KeyBinding<DoctorPane>(.escape, .character("q"), does: "close", isHinted: true, isKept: true) {
        $0.store.send(.dialog(.closed))
      },
      KeyBinding(
        .character("r"), does: "check again", isHinted: true, hintedIf: { $0.store.doctor?.isRunning == false }
      ) {
        $0.store.send(.doctor(.runKeyPressed))
      },
    ] + KeyBinding.scrolling

  var takesText: Bool { false }
  func hints(except taken: [Key]) -> [KeyHint] { Self.keys.hints(self, except: taken) }
  func action(for key: Key) -> EventAction? { Self.keys.action(for: key, self) }
  func action(for event: MouseEvent) -> EventAction? { wheelAction(for: event) }

  /// Takes the whole screen except the key line.
  func layOut(in screen: Rect) {
    pane.rect = Rect(column: screen.column, row: screen.row, width: screen.width, height: max(0, screen.height - 1))
  }

  // MARK: Shown lines

  private typealias Line = TextReport.Line

  /// A line for each check, and its findings below it. Tracked.
  private var lines: [Line] {
    guard let doctor = store.doctor else { return [] }
    let signs = Signs(isUnicode: environment.isUnicode)
    var lines = lines(of: "Live", store.file.report, state: nil, signs)
    for check in DoctorCheck.allCases {
      let run = doctor.runs.first { $0.check == check }
      lines += self.lines(
        of: check.title, run?.query.wrappedValue, state: run.map { state(of: $0, signs) } ?? "", signs)
    }
    return lines
  }

  /// The state of a check in words; `nil` if it has ended.
  private func state(of run: Doctor.Run, _ signs: Signs) -> String? {
    let query = run.query.projectedValue
    if query.isLoading {
      return (run.query.wrappedValue?.progress ?? "checking\(signs.ellipsis)") + "\(signs.separator)Ctrl-C stops"
    }
    if query.status.isCancelled { return "stopped" }
    return query.error.map { "not checked: \(sentence($0))" }
  }

  private func lines(of title: String, _ report: DoctorReport?, state: String?, _ signs: Signs) -> [Line] {
    let theme = environment.theme
    let word = state ?? report?.verdict.rawValue ?? ""
    let isBad = report.map { $0.verdict == .trouble } ?? false
    let heading = word.isEmpty ? title : title + signs.separator + word
    let width = max(1, pane.rect.width - 4)
    var lines = [Line(text: heading, style: state == nil ? isBad ? theme.error : theme.header : theme.muted)]
    for finding in report?.findings ?? [] {
      lines += WrappedText.lines(of: finding, width: max(1, width - 2), isUnicode: environment.isUnicode)
        .map { Line(text: String($0), style: .plain, indent: 2) }
    }
    return lines
  }

  var topLine: Int { min(store.doctor?.scroll ?? 0, lastLine) }
  var pageHeight: Int { max(1, pane.rect.height - 2) }
  private var lastLine: Int { max(0, lines.count - pageHeight) }
  var hasMoreAbove: Bool { topLine > 0 }
  var hasMoreBelow: Bool { topLine < lastLine }
  func scroll(to line: Int) { store.send(.doctor(.scrolled(to: min(line, lastLine)))) }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard store.doctor != nil, !rect.isEmpty else { return }
    let title = "Doctor\(Signs(isUnicode: buffer.isUnicode).separator)\(store.file.opened.name)"
    TextReport(title: title, lines: lines, first: topLine, theme: environment.theme).draw(in: rect, on: &buffer)
  }
}
