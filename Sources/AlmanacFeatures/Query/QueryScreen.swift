// The query on the screen: its text above, its result below as a list like every other.
import AlmanacRecords
import Observing
import Stores
import Terminals

/// The screen of the person's query.
@MainActor
final class QueryScreen: TabScreen {
  static let title = "Query"

  private let store: StoreOf<Query>
  private let environment: ScreenEnvironment
  private let leave: @MainActor () -> Void
  private let text: QueryTextPane
  private let confirmation: BulkConfirmationPane
  private let parameters: ParameterPane
  private let completion: CompletionPane
  private var chart: Pane!
  /// What the screen shows before the first result.
  private var empty: Pane!
  /// The screen of the present result, and its table.
  private var shown: (table: ListedTable, screen: RecordScreen)?
  private var isShown = false
  private var token: ObserveToken?

  /// `leave` goes back to the former tab.
  init(store: StoreOf<Query>, environment: ScreenEnvironment, leave: @escaping @MainActor () -> Void) {
    (self.store, self.environment, self.leave) = (store, environment, leave)
    text = QueryTextPane(store: store, environment: environment)
    completion = CompletionPane(store: store, environment: environment)
    parameters = ParameterPane(store: store, environment: environment)
    confirmation = BulkConfirmationPane(
      environment: environment, confirmation: { store.confirmation }, send: { store.send(.confirmation($0)) })
    empty = environment.pane { [weak self] in self?.drawEmpty(in: $0, on: &$1) }
    chart = environment.pane { [weak self] in self?.drawChart(in: $0, on: &$1) }
    token = observe(scheduler: environment.scheduler) { [weak self] in self?.followStatus() }
  }

  /// Reads the rows of the chart again if they have changed, and runs the query again if nothing else can show its result.
  private func followStatus() {
    guard let result = store.result else { return }
    if result.status.needsRun { store.send(.runNeeded(result)) }
    if let chart = store.insight.chart, chart.version != result.status.version { store.send(.chartNeeded) }
  }

  /// The screen of the present result. Tracked.
  private var result: RecordScreen? {
    let lists = store.scope(state: \.lists, action: \.lists)
    guard let list = lists.first else { return nil }
    let table = list.withState(\.table)
    if let shown, shown.table == table { return shown.screen }
    let screen = RecordScreen(
      store: list, environment: environment, keys: resultKeys, lineKeys: [.enter, .character("!")],
      title: { [weak self] in self?.title(list) ?? Self.title },
      insertionTable: { [store] in store.withState { $0.name ?? $0.result?.onlyTable ?? "result" } },
      goneNote: { "The result has it no more." })
    shown = (table, screen)
    screen.setShown(isShown)
    return screen
  }

  // MARK: Words

  /// The title of the top line, with the number of rows and how they are kept. Tracked.
  private func title(_ list: StoreOf<RecordList>?) -> String {
    let signs = Signs(isUnicode: environment.isUnicode)
    var parts = [store.name ?? Self.title]
    if let list { parts[0] += " " + list.shownTotal.text(signs) }
    if let running = store.running {
      parts.append("runs, \(running.status.readCount.groupedDigits) rows so far")
    } else if let status = store.result?.status {
      parts += status.phrases
    }
    return parts.joined(separator: signs.separator)
  }

  private func drawEmpty(in rect: Rect, on buffer: inout CellBuffer) {
    let sentence =
      store.running == nil
      ? "Type a SELECT. Enter runs it, and its result stays live." : "The query runs. Ctrl-C stops it."
    guard rect.height > 1 else { return }
    buffer.write(
      sentence, at: Point(column: rect.column + 3, row: rect.row + 1), maxWidth: max(0, rect.width - 4),
      style: environment.theme.muted, truncation: .ellipsis)
  }

  private func drawChart(in rect: Rect, on buffer: inout CellBuffer) {
    let inside = rect.inset(columns: 2, rows: rect.height > 6 ? 1 : 0)
    if let chart = store.insight.chart?.chart(environment.theme) { return chart.draw(in: inside, on: &buffer) }
    buffer.write(
      "These rows are no chart.", at: inside.origin, maxWidth: max(0, inside.width), style: environment.theme.muted,
      truncation: .ellipsis)
  }

  // MARK: Keys

  /// The keys while the text is typed. Every other key is text.
  static let textKeys: [KeyBinding<QueryScreen>] = {
    [
      KeyBinding(.enter, does: "run", isHinted: true, isKept: true) { $0.store.send(.runKeyPressed) },
      KeyBinding(.alt(.enter), does: "new line", isHinted: true) { $0.store.send(.edited(.insert("\n"))) },
      KeyBinding(.up, does: "the line above, an earlier query") { $0.store.send(.lineKeyPressed(.lineBefore)) },
      KeyBinding(.down, does: "the line below, a later query") { $0.store.send(.lineKeyPressed(.lineAfter)) },
      KeyBinding(.control("r"), does: "search earlier queries") { $0.store.send(.historyKeyPressed) },
      KeyBinding(.tab, does: "complete", isHinted: true) { $0.store.send(.completion(.keyPressed)) },
      KeyBinding(.control("o"), does: "text in $EDITOR", isHinted: true) { $0.store.send(.editorKeyPressed) },
      KeyBinding(.control("x"), does: "plan of the query") { $0.store.send(.planKeyPressed) },
      KeyBinding(.control("n"), does: "name the query", opensText: { _ in true }) {
        $0.store.send(.nameKeyPressed)
      },
      KeyBinding(
        .escape, does: "back", isHinted: true, isKept: true, now: { $0.store.lists.isEmpty ? nil : "to the result" }
      ) { screen in
        if screen.store.lists.isEmpty { screen.leave() } else { screen.store.send(.resultKeyPressed) }
      },
    ]
  }()

  /// The keys while the completion is open. Every other key is text, which the list follows.
  private static let completionKeys: [KeyBinding<QueryScreen>] = {
    [
      KeyBinding(.enter, does: "write it", isHinted: true, isKept: true) { $0.store.send(.completion(.taken)) },
      KeyBinding(.tab, .down, does: "next", isHinted: true, hintedIf: { $0.completion.hasChoice }) {
        $0.store.send(.completion(.moved(by: 1)))
      },
      KeyBinding(.backTab, .up, does: "previous", isHinted: true, hintedIf: { $0.completion.hasChoice }) {
        $0.store.send(.completion(.moved(by: -1)))
      },
      KeyBinding(.escape, does: "close", isHinted: true, isKept: true) { $0.store.send(.completion(.closed)) },
    ]
  }()

  /// The keys while earlier queries are searched. Every other key is text of the search.
  private static let historyKeys: [KeyBinding<QueryScreen>] = {
    [
      KeyBinding(.enter, does: "run it", isHinted: true, isKept: true) { $0.store.send(.runKeyPressed) },
      KeyBinding(.control("r"), .up, does: "an earlier one", isHinted: true) { $0.store.send(.historyKeyPressed) },
      KeyBinding(.tab, .left, .right, .home, .end, does: "edit it", isHinted: true) {
        $0.store.send(.history(.taken))
      },
      KeyBinding(.escape, does: "the text before", isHinted: true, isKept: true) { $0.store.send(.history(.left)) },
    ]
  }()

  /// The keys of the result in addition to those of every list.
  private var resultKeys: [KeyBinding<RecordScreen>] {
    [
      KeyBinding(
        .enter, does: "open its record", isHinted: true, now: { _ in "open" },
        hintedIf: { [store] in $0.record != nil && store.result?.hasSources == true }, waitsFor: .record
      ) { [store] screen in
        if let row = screen.record {
          store.send(.sourceKeyPressed(row, column: screen.currentColumn, isEdited: false))
        }
      },
      KeyBinding(.character("l"), .right, does: "open the row", if: { $0.record != nil }, waitsFor: .record) {
        $0.openSelected()
      },
      KeyBinding(
        .character("e"), does: "edit there", unless: { [environment] _ in environment.refusal(.open) },
        waitsFor: .record, opensText: { _ in true }, isOfRecord: { _ in true }
      ) { [store] screen in
        if let row = screen.record { store.send(.sourceKeyPressed(row, column: screen.currentColumn, isEdited: true)) }
      },
      KeyBinding(.character("!"), does: "query text", isHinted: true, opensText: { _ in true }) {
        [store] _ in store.send(.textKeyPressed)
      },
      KeyBinding(.control("x"), does: "plan of the query") { [store] _ in store.send(.planKeyPressed) },
      KeyBinding(
        .control("n"), does: "name the query", now: { $0.isDetailShown ? "next row" : nil },
        waitsFor: [.record, .cursor],
        opensText: { !$0.isDetailShown }
      ) { [store] screen in
        if screen.isDetailShown { screen.list.openNeighbour(1) } else { store.send(.nameKeyPressed) }
      },
      KeyBinding(
        .character("v"), does: "as a chart", isHinted: true, now: { _ in "chart" },
        hintedIf: { [store] _ in (store.result?.table?.columns.count ?? 0) > 1 }
      ) { [store] _ in store.send(.chartKeyPressed) },
    ]
  }

  /// The keys while the result is a chart.
  private static let chartKeys: [KeyBinding<QueryScreen>] = {
    [
      KeyBinding(.escape, .character("v"), .character("b"), does: "as a list", isHinted: true, isKept: true) {
        $0.store.send(.chartKeyPressed)
      },
      KeyBinding(.character("!"), does: "query text", isHinted: true, opensText: { _ in true }) {
        $0.store.send(.textKeyPressed)
      },
      KeyBinding(.control("x"), does: "plan of the query") { $0.store.send(.planKeyPressed) },
    ]
  }()

  /// The keys while a first query runs, or a statement has run before it.
  private static let runKeys: [KeyBinding<QueryScreen>] = {
    [
      KeyBinding(.character("!"), does: "query text", isHinted: true, opensText: { _ in true }) {
        $0.store.send(.textKeyPressed)
      },
      KeyBinding(
        .escape, does: "back", isHinted: true, isKept: true, now: { $0.store.running == nil ? nil : "stop" }
      ) { screen in
        if screen.store.running == nil { screen.leave() } else { screen.store.send(.stopKeyPressed) }
      },
    ]
  }()

  /// The keys while the text is typed. Tracked.
  private var typingKeys: [KeyBinding<QueryScreen>] {
    if store.history.search != nil { return Self.historyKeys }
    return completion.isOpen ? Self.completionKeys : Self.textKeys
  }

  /// Whether a chart is in place of the list. Tracked.
  private var isCharted: Bool { store.insight.chart != nil }

  private var isAsked: Bool { store.has(\.confirmation) }

  /// Whether the form of the parameters is open. Tracked.
  private var isFilled: Bool { store.insight.parameters.isOpen }

  func hints(except taken: [Key]) -> [KeyHint] {
    if isAsked { return confirmation.hints(except: taken) }
    if isFilled { return parameters.hints(except: taken) }
    if store.isTyped { return typingKeys.hints(self, except: taken) }
    if isCharted { return Self.chartKeys.hints(self, except: taken) }
    return result?.hints(except: taken) ?? Self.runKeys.hints(self, except: taken)
  }

  var help: [KeyHint] {
    if isCharted, !store.isTyped { return Self.chartKeys.help() }
    if let result, !store.isTyped { return result.help }
    return Self.textKeys.help()
  }

  func copies(of records: CopiedRecords?) -> [CopyChoice] {
    store.isTyped || isCharted ? [] : result?.copies(of: records) ?? []
  }
  var export: (@MainActor (_ path: String) -> Void)? { store.isTyped ? nil : result?.export }

  func action(for key: Key) -> EventAction? {
    if store.withState({ $0.confirmation != nil }) { return confirmation.action(for: key) }
    if store.withState(\.insight.parameters.isOpen) { return parameters.action(for: key) }
    if store.withState(\.isTyped) {
      if let action = typingKeys.action(for: key, self) { return action }
      return TextEdit(key).map(action(for:)) ?? EventAction(perform: {})
    }
    if isCharted { return Self.chartKeys.action(for: key, self) }
    return result?.action(for: key) ?? (result == nil ? Self.runKeys.action(for: key, self) : nil)
  }

  private func action(for edit: TextEdit) -> EventAction {
    EventAction(isOfText: true) { [store] in store.send(.edited(edit)) }
  }

  func action(forPasted text: String) -> EventAction? {
    if store.withState({ $0.confirmation != nil }) { return confirmation.action(for: .insert(text)) }
    if store.withState(\.insight.parameters.isOpen) { return parameters.action(for: .insert(text)) }
    return store.withState(\.isTyped) ? action(for: .insert(text)) : result?.action(forPasted: text)
  }

  var textLimit: Int { store.withState { $0.confirmation != nil } ? BulkConfirmation.textLimit : Query.textLimit }

  func action(for event: MouseEvent) -> EventAction? {
    let isOfResult = store.withState { state in
      !state.isTyped && state.confirmation == nil && !state.insight.parameters.isOpen && state.insight.chart == nil
    }
    return isOfResult ? result?.action(for: event) : nil
  }

  // MARK: The screen

  private var isCompleting: Bool { store.isTyped && completion.isOpen }

  var panes: [Pane] {
    let below = isCharted ? [chart!] : result?.panes ?? [empty!]
    let isOld = store.problem != nil || store.result?.status.problem != nil
    for pane in below { pane.isDimmed = isOld }
    var panes = [text.pane!] + below
    if isCompleting { panes.append(completion.pane) }
    if isFilled { panes.append(parameters.pane) }
    if isAsked { panes.append(confirmation.pane) }
    return panes
  }

  var message: Message? { isAsked ? confirmation.message : result?.message }
  var record: RecordID? { store.withState { $0.isTyped || $0.insight.chart != nil } ? nil : result?.record }
  var cursorSight: CursorSight {
    if let result { return result.cursorSight }
    return { true }
  }
  func isCursorUnread(at time: Double) -> Bool { result?.isCursorUnread(at: time) ?? false }
  var commandRefusal: KeyRefusal? {
    guard record != nil, let result else { return .because("There is no record here.") }
    return result.commandRefusal
  }
  func run(_ command: UserCommand) { result?.run(command) }
  var recordTitle: String? { result?.recordTitle ?? title(nil) }
  var total: RecordCount? { result?.total }
  var note: [String] { result?.note ?? [] }
  var hasMarks: Bool { result?.hasMarks ?? false }
  var isAtRoot: Bool { !store.isTyped && !isAsked && !isFilled && !isCharted && result?.isAtRoot ?? false }
  var takesText: Bool { store.isTyped || isAsked || isFilled || result?.takesText == true }
  var questions: [Question] { [confirmation.question].compactMap(\.self) + (result?.questions ?? []) }
  var readableAt: Double? { result?.readableAt }
  var barrier: Barrier { (result?.barrier ?? []).union(store.awaited.contains(.source) ? .question : []) }
  func keyPressed() { result?.keyPressed() }
  func forgetPress() { result?.forgetPress() }
  func show(_ hidden: HiddenRecord) { result?.show(hidden) }
  func timePassed() { result?.timePassed() }
  var canStop: Bool { isAsked || isFilled || store.running != nil || hasTypedText || result?.canStop == true }
  /// Whether Ctrl-C empties the text, as in a shell.
  private var hasTypedText: Bool { store.isTyped && (!store.text.isEmpty || store.history.search != nil) }

  func stop() {
    if isAsked {
      store.send(.confirmation(.escapeKeyPressed))
    } else if isFilled {
      store.send(.parameters(.left))
    } else if store.running != nil {
      store.send(.stopKeyPressed)
    } else if hasTypedText {
      store.send(.clearKeyPressed)
    } else {
      result?.stop()
    }
  }

  func setShown(_ isShown: Bool) {
    self.isShown = isShown
    result?.setShown(isShown)
  }

  func layOut(in rect: Rect) {
    let height = min(rect.height, max(1, min(text.wantedHeight, rect.height / 3)))
    text.pane.rect = Rect(column: rect.column, row: rect.row, width: rect.width, height: height)
    let below = Rect(
      column: rect.column, row: rect.row + height, width: rect.width, height: rect.height - height)
    (empty.rect, chart.rect) = (below, below)
    result?.layOut(in: below)
    completion.layOut(below: text.cursor, in: rect)
    confirmation.pane.rect = confirmation.rect(in: rect)
    parameters.pane.rect = parameters.rect(in: rect)
  }
}

extension QueryStatus {
  /// How the result is kept, in words for the title.
  fileprivate var phrases: [String] {
    if problem != nil { return ["not live"] }
    let kept =
      switch keeping {
      case .live, nil: "live"
      case .constant: "constant"
      case .again: isBehind ? "runs again soon" : "again each time: \(runTime.inWords)"
      case .first(let count, _):
        isBehind
          ? "runs again soon"
          : "first \(count.groupedDigits)\(total.map { " of \($0.groupedDigits)" } ?? "") live"
      }
    return corrections > 0 ? [kept, "corrected"] : [kept]
  }
}
