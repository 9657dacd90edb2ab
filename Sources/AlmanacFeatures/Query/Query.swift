// The person's query: its text, its run, and the list of its result.
//
//   text ──Enter──> a result runs ──ran──> its list, on the result's own database; keys go there
//                      ├──statement(found)──> the text writes: see Query+Statement
//                      ├──failed──> the sentence, the mark in the text; the last result stays
//                      └──stopped─> the same without a sentence
//   shown ──> the result follows the commits; hidden ──> it rests
public import AlmanacRecords
import Containers
import Databases
import IdentifiedCollections
import LiveQueries
import LiveResults
public import Stores

/// The feature of a query.
@Reducer
public struct Query {
  /// The text, and what came of it.
  @ObservableState
  public struct State: Equatable {
    /// The name of the query; `nil` if it has none.
    var name: String?
    /// The text that is shown.
    public internal(set) var text: TextInput
    /// What keys go to.
    var focus = Focus.text
    /// The run under way.
    var running: QueryResult?
    /// The last query that has run.
    var result: QueryResult?
    /// The list of the result: one, or none before the first run. Each run has a table of its own.
    var lists = IdentifiedArray<ListedTable, RecordList.State>(id: \.table)
    /// Why the last run has failed; `nil` if it has not.
    var problem: QueryProblem?
    /// The place of the mistake in the text; `nil` if the text has changed since.
    var mistake: Int?
    /// The number of runs so far.
    var runCount = 0
    /// What answers later.
    var awaited: Set<Awaited> = []
    /// The earlier queries.
    var history: TextHistory
    /// The statement that is to be rehearsed or to run.
    var statement: PendingStatement?
    /// The question before it runs.
    var confirmation: BulkConfirmation.State?
    /// The completion of the text.
    var completion = QueryCompletion()
    /// The plan, the chart and the form of the parameters.
    var insight = QueryInsight()

    /// What keys can go to.
    enum Focus: Equatable {
      case text
      /// The result, with its own text above it. `typed`: another text, which was typed meanwhile.
      case result(typed: String?)
    }

    /// What can answer later.
    enum Awaited {
      /// The person's editor, in which the text is open.
      case editor
      /// The search for the record that a row comes from.
      case source
      /// The run whose result is to be a chart.
      case chart
    }

    /// Whether keys go to the text.
    public var isTyped: Bool { focus == .text }
    /// Whether a statement is being rehearsed, or runs.
    var isWriting: Bool { statement?.isRunning == true }

    /// Begins with a text and the texts of earlier queries, the latest last.
    public init(_ sql: String = "", history: [String] = []) {
      self.history = TextHistory(history)
      text = TextInput(sql, hasLines: true, limit: Query.textLimit)
    }

    /// Ends the run under way.
    mutating func end() {
      if running != nil || insight.parameters.isOpen { showTyped() }
      running = nil
      insight.parameters.close()
      awaited.remove(.source)
    }

    /// Shows a text instead of the typed one.
    mutating func replace(with sql: String) {
      guard sql != text.text else { return }
      text = TextInput(sql, hasLines: true, limit: Query.textLimit)
      (mistake, completion.list) = (nil, nil)
    }

    /// Begins another text. The one that was typed is among the earlier queries.
    mutating func begin(with sql: String) {
      showTyped()
      _ = history.add(text.text)
      replace(with: sql)
    }

    /// Keys go to the result.
    mutating func showResult() {
      guard !lists.isEmpty, let result else { return }
      let typed = text.text
      focus = .result(typed: typed == result.text ? nil : typed)
      guard typed != result.text else { return }
      replace(with: result.text)
      problem = nil
    }

    /// Keys go to the text as it was typed.
    mutating func showTyped() {
      awaited.remove(.chart)
      if case .result(let typed?) = focus { replace(with: typed) }
      focus = .text
    }
  }

  /// An action of the person, or the end of a run.
  @CasePathable
  public enum Action: Sendable {
    /// The text was edited.
    case edited(TextEdit)
    /// A key that moves to another line was pressed; from the first or the last one it goes to another query.
    case lineKeyPressed(TextEdit.Stretch)
    /// The key that searches earlier queries was pressed.
    case historyKeyPressed
    /// The search of earlier queries has ended.
    case history(HistoryAction)
    /// The query is to run.
    case runKeyPressed
    /// The screen has begun with the text: it runs if it only reads.
    case begun
    /// The screen has begun with a text whose result is to be a chart.
    case chartBegun
    /// The run is to stop.
    case stopKeyPressed
    /// The query has run.
    case ran(QueryResult)
    /// The query could not run, with a sentence and the place of the mistake.
    case failed(QueryResult, String, place: Int?)
    /// The key that empties the text was pressed.
    case clearKeyPressed
    /// Keys go to the text.
    case textKeyPressed
    /// Keys go to the result.
    case resultKeyPressed
    /// The text is opened in the person's editor.
    case editorKeyPressed
    /// The editor has ended with this text.
    case editorEnded(String)
    /// A remark for the person.
    case noted(String)
    /// The text is a statement that writes.
    case statement(StatementAction)
    /// A key of the form of the parameters.
    case parameters(ParameterAction)
    /// A key of the completion, or what it needs.
    case completion(CompletionAction)
    /// The record that a row of the result comes from is opened or, if `isEdited`, its form.
    case sourceKeyPressed(RecordID, column: String?, isEdited: Bool)
    /// The record was found.
    case sourceFound(Source)
    /// There are several: the person chooses.
    case sourcesFound([Source])
    /// There is no record to open, as a sentence says.
    case sourceRefused(String)
    /// The key that names the query was pressed.
    case nameKeyPressed
    /// The key that shows the plan was pressed.
    case planKeyPressed
    /// The key that shows the result as a chart or as a list was pressed.
    case chartKeyPressed
    /// The rows of the chart have changed.
    case chartNeeded
    /// The rows of the chart were read.
    case charted(QueryChart, of: QueryResult)
    /// The plan is known.
    case planned(Plan)
    /// An action of the question before it runs.
    case confirmation(BulkConfirmation.Action)
    /// The screen is shown.
    case shown
    /// The screen is not shown any more.
    case hidden
    /// Only another run can show the result.
    case runNeeded(QueryResult)
    /// An action of the list of the result.
    case lists(IdentifiedAction<ListedTable, RecordList.Action>)
  }

  /// How the search of earlier queries ends.
  public enum HistoryAction: Sendable {
    /// The found text is edited.
    case taken
    /// The text from before comes back.
    case left
  }

  /// The longest text, in bytes: one more than a query may have, so that a longer one is refused with a sentence.
  static let textLimit = 1_000_001

  enum EffectName: Hashable {
    case run
    case follow
    case names
    case plan
    case source
    case chart
  }

  @Dependency(\.defaultDatabase) var database
  @Dependency(\.textEditor) private var textEditor
  @Dependency(\.keptQueries) private var keptQueries
  @Dependency(\.stepKeeper) var stepKeeper

  /// Makes the reducer of a query.
  public init() {}

  public var body: some ReducerOf<Self> {
    OnOwnDatabase(base: Reduce { _, _ in .none }.forEach(\.lists, action: \.lists) { RecordList().body }) {
      $0.result?.database
    }
    Reduce { state, action in
      switch action {
      case .edited(let edit):
        if state.history.search != nil {
          if let found = state.history.typed(edit) { state.replace(with: found) }
          return .none
        }
        state.text.apply(edit)
        if !edit.isMotion { state.mistake = nil }
        updateList(&state)
        return .none
      case .lineKeyPressed(let line):
        if line == .lineBefore ? state.text.linesBefore > 0 : state.text.linesAfter > 0 {
          state.text.apply(.move(line))
        } else if let text = state.history.step(line == .lineBefore ? -1 : 1, from: state.text.text) {
          state.replace(with: text)
        }
        return .none
      case .historyKeyPressed:
        if let found = state.history.searchKeyPressed(state.text.text) { state.replace(with: found) }
        return .none
      case .history(let action):
        if let former = state.history.endSearch(), action == .left { state.replace(with: former) }
        return .none
      case .runKeyPressed:
        if let word = state.history.missedWord { return .send(.noted("No earlier query has '\(word)'.")) }
        return run(&state)
      case .begun: return run(&state, onlyReads: true)
      case .chartBegun: return run(&state, onlyReads: true, isChart: true)
      case .stopKeyPressed:
        guard let running = state.running else { return .none }
        state.running = nil
        state.showTyped()
        return .merge(
          .cancel(id: EffectName.run), .run { _ in await running.close() }, .send(.noted("The query was stopped.")))
      case .ran(let result): return ran(result, &state)
      case .failed(let result, let text, let place):
        guard state.running == result else { return .none }
        state.running = nil
        state.showTyped()
        state.problem = QueryProblem(description: text, place: place)
        state.mistake = state.text.text == result.text ? place : nil
        return .none
      case .textKeyPressed:
        state.showTyped()
        return readNames(state)
      case .resultKeyPressed:
        state.showResult()
        return .none
      case .clearKeyPressed:
        if state.history.search != nil { return .send(.history(.left)) }
        _ = state.history.add(state.text.text)
        state.replace(with: "")
        return .send(.noted("Cleared. Up brings the text back."))
      case .editorKeyPressed: return openEditor(&state)
      case .editorEnded(let text):
        state.awaited.remove(.editor)
        let text = text.withoutLineEnd(addedTo: state.text.text)
        state.replace(with: text)
        return .none
      case .shown:
        guard let result = state.result else { return .none }
        return follow(result)
      case .hidden:
        let running = state.running
        state.end()
        return .merge(.cancel(id: EffectName.run), .cancel(id: EffectName.follow), .run { _ in await running?.close() })
      case .runNeeded(let result):
        guard state.result == result, state.running == nil else { return .none }
        return run(result.sql, with: result.parameters, as: result.text, &state)
      case .statement(let action): return reduce(action, &state)
      case .completion(let action): return reduce(action, &state)
      case .parameters(let action): return reduce(action, &state)
      case .sourceKeyPressed(let row, let column, let isEdited):
        state.awaited.insert(.source)
        return lookForSource(of: row, at: column, isEdited: isEdited, state)
      case .planKeyPressed: return askForPlan(&state)
      case .planned(let plan):
        state.insight.plan = plan
        return .none
      case .chartKeyPressed: return toggleChart(&state)
      case .chartNeeded: return readChart(state)
      case .charted(let chart, let result): return state.result == result ? show(chart, &state) : .none
      case .confirmation(.confirmed): return confirmed(&state)
      case .confirmation(.cancelled): return cancelled(&state)
      case .sourceRefused(let sentence):
        state.awaited.remove(.source)
        return .send(.noted(sentence))
      case .sourcesFound(let sources):
        state.awaited.remove(.source)
        state.insight.sources = sources
        return .none
      case .noted, .lists, .confirmation, .sourceFound, .nameKeyPressed: return .none
      }
    }
    .ifLet(\.confirmation, action: \.confirmation) { BulkConfirmation() }
  }

  /// Runs the text, or asks for its parameters. Keys go to the result at once, so that no key typed after it becomes text.
  private func run(_ state: inout State, onlyReads: Bool = false, isChart: Bool = false) -> Effect<Action> {
    state.focus = .result(typed: nil)
    state.completion.list = nil
    if isChart { state.awaited.insert(.chart) } else { state.awaited.remove(.chart) }
    let sql = state.text.text
    let isNew = state.history.add(sql)
    let keeping: Effect<Action> = isNew ? .run { [keptQueries] _ in keptQueries.add(sql) } : .none
    let parameters = QueryParameter.all(in: sql)
    if parameters.isEmpty { return .merge(keeping, run(sql, with: [:], onlyReads: onlyReads, &state)) }
    state.insight.parameters.open(parameters, of: sql)
    return keeping
  }

  func run(
    _ sql: String, with parameters: QueryParameters, as text: String? = nil, onlyReads: Bool = false,
    _ state: inout State
  ) -> Effect<Action> {
    state.runCount += 1
    state.mistake = nil
    let result = QueryResult(sql, with: parameters, as: text, number: state.runCount, on: database)
    state.running = result
    return .run { [database] send in
      if let statement = try await WritingStatement.recognized(sql, with: parameters, on: database) {
        return await send(.statement(onlyReads ? .opened : .found(statement)))
      }
      try await result.open()
      await send(.ran(result))
    } catch: { error, send in
      let problem = error as? QueryProblem ?? QueryProblem(error)
      await send(
        .failed(result, problem?.description ?? "The query did not run: \(sentence(error)).", place: problem?.place))
    }
    .cancellable(id: EffectName.run, cancelInFlight: true)
  }

  /// The query has run: its list replaces the former one.
  private func ran(_ result: QueryResult, _ state: inout State) -> Effect<Action> {
    guard state.running == result, let database = result.database, let table = result.table else {
      return .run { _ in await result.close() }
    }
    let former = state.result
    (state.running, state.result, state.problem, state.insight.chart) = (nil, result, nil, nil)
    if case .result(let typed) = state.focus {
      // Esc may have shown the former result's text meanwhile.
      state.replace(with: result.text)
      state.focus = .result(typed: typed == result.text ? nil : typed)
    }
    state.lists.removeAll()
    state.lists.append(
      Container.shared.defaultDatabase.withValue(database) {
        RecordList.State(table, total: LiveCount(table, connection: database), search: "")
      })
    let chart = state.awaited.remove(.chart) == nil ? Effect<Action>.none : readChart(state)
    return .merge(.run { _ in await former?.close() }, follow(result), chart)
  }

  /// Follows the commits until another result is followed, or the screen is hidden.
  private func follow(_ result: QueryResult) -> Effect<Action> {
    .run(isLongLived: true) { _ in
      try await result.follow()
    } catch: { error, send in
      await send(.noted("The result is not live any more: \(sentence(error))."))
    }
    .cancellable(id: EffectName.follow, cancelInFlight: true)
  }

  private func openEditor(_ state: inout State) -> Effect<Action> {
    guard state.awaited.insert(.editor).inserted else { return .none }
    return .run { [textEditor, text = state.text.text] send in
      await send(.editorEnded(try await textEditor.edit(text)))
    } catch: { [text = state.text.text] error, send in
      await send(.editorEnded(text))
      await send(.noted("Not edited: \(sentence(error))."))
    }
  }
}
