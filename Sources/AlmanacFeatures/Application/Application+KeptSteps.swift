// The steps that are kept from one run to the next. Other programs add to them too: a verb, or another screen.
//
//   start, u, Ctrl-R ──> has anyone added something? ──yes──> read them ──> the history ──> the step
public import AlmanacRecords
public import Containers
import Databases
import Stores

extension Container {
  /// Keeps the steps of the shown file. Without it undo lasts until the end of the run.
  public var stepKeeper: Factory<StepKeeper?> { self { nil } }
}

extension Application {
  /// Reads the steps that are kept, if others have changed them since. Then takes the next one in a direction, if one is
  /// given.
  func readKept(then way: ChangeHistory.Way? = nil, _ state: inout State) -> Effect<Action>? {
    guard let stepKeeper, state.work.isHistoryOld || stepKeeper.hasNews, !state.isWriting, !state.isChanging else {
      return nil
    }
    // Keys wait meanwhile.
    if way != nil { state.work.isStepTaken = true }
    state.work.isHistoryOld = false
    return .run { [database, history = state.history] send in
      let kept = try? await database.read { db in stepKeeper.steps(db) }
      await send(.step(.kept(kept, after: history, then: way)))
    }
  }

  /// The steps that are kept were read. If a change was made meanwhile, they are read again later.
  func receive(
    _ kept: StepKeeper.Steps?, after history: ChangeHistory, then way: ChangeHistory.Way?, _ state: inout State
  ) -> Effect<Action> {
    if way != nil { state.work.isStepTaken = false }
    if let trouble = stepKeeper?.takeTrouble() { state.note(trouble) }
    if let kept, state.history == history, !state.isWriting, !state.isChanging {
      state.history = ChangeHistory(kept) { state.tableTab(named: $0)?.table ?? .changes }
    } else {
      state.work.isHistoryOld = true
    }
    return way.map { takeAfterQuestion($0, &state) } ?? .none
  }

  /// Adds to a message about a change why the change is not kept.
  func tellTroubleOfKeeping(in message: Message) -> Message {
    guard let trouble = stepKeeper?.takeTrouble() else { return message }
    var message = message
    message.text += (message.text.hasSuffix(".") ? " " : ". ") + trouble
    message.isLasting = true
    return message
  }
}

extension ChangeHistory {
  /// Makes the history of kept steps. `table`: the table with a name, as it is now.
  init(_ kept: StepKeeper.Steps, table: (String) -> ListedTable) {
    func step(_ kept: KeptStep) -> Step { Step(kept, in: table(kept.table)) }
    self.init(done: kept.done.map(step), undone: kept.undone.map(step))
  }
}

extension ChangeHistory.Step {
  /// The step as it is kept.
  var kept: KeptStep {
    KeptStep(label: label, table: table.name, change: change, cursor: cursor, reverted: reverted)
  }
}
