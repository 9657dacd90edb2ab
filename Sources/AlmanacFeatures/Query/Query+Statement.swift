// A statement of the person that writes: rehearsed, asked about, and run as one step.
//
//   text ──> found ──> the file may be written ──> rehearsed ──> the question ──y──> run ──> done, a step for undo
//                                                     ^─────────── other effects by now ──┘
public import AlmanacRecords
public import Databases
import Stores

/// A statement on its way from the text to the step.
struct PendingStatement: Equatable {
  let statement: WritingStatement
  /// Whether it is being rehearsed, or runs.
  var isRunning = false
}

extension Query {
  /// What comes of a statement that writes.
  public enum StatementAction: Sendable {
    /// The text is such a statement.
    case found(WritingStatement)
    /// The screen has begun with such a statement: nothing asks for it to run.
    case opened
    /// The file may be written: the statement is rehearsed.
    case allowed
    /// It is being rehearsed, or runs.
    case begun(ChangeUnderWay)
    /// Its effects are known. `isAskedAgain`: it did not run, because they have changed since the question.
    case rehearsed(WritingStatement.Effects, isAskedAgain: Bool, by: WriteInterruption)
    /// It has run.
    case done(WritingStatement.Outcome, stoppableBy: WriteInterruption)
    /// It did not run, for the reason in this sentence.
    case failed(String, place: Int?)
    /// It is not to run.
    case dropped
  }

  func reduce(_ action: StatementAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .found(let statement):
      (state.running, state.statement) = (nil, PendingStatement(statement: statement))
      return .none
    case .opened:
      state.running = nil
      state.showTyped()
      return .send(.noted("The text writes. Enter finds out what it would change, and asks."))
    case .allowed: return rehearse(&state)
    case .begun: return .none
    case .rehearsed(let effects, _, let interruption):
      guard let statement = state.statement?.statement else { return .none }
      // Esc may have come while the answer was on its way.
      if interruption.isInterrupted { return .send(.statement(.failed(Self.refusal("it was stopped"), place: nil))) }
      state.statement?.isRunning = false
      if effects.records.isEmpty, !statement.changesStructure {
        return .merge(.send(.statement(.dropped)), .send(.noted("The statement changes no record.")))
      }
      state.confirmation = BulkConfirmation.State(statement, effects)
      return .none
    case .done(let outcome, _):
      state.statement = nil
      guard let returned = outcome.returned else {
        state.showResult()
        return .none
      }
      return run(returned.sql, with: returned.parameters, as: state.text.text, &state)
    case .failed(_, let place):
      end(&state)
      state.mistake = place
      return .none
    case .dropped:
      end(&state)
      return .none
    }
  }

  /// Carries out the answer to the question about a statement.
  func confirmed(_ state: inout State) -> Effect<Action> {
    guard let confirmation = state.confirmation, case .statement(let statement, let effects) = confirmation.deed else {
      return .none
    }
    state.confirmation = nil
    state.statement?.isRunning = true
    let change = ChangeUnderWay("The statement runs", count: effects.count)
    let work = Effect<Action>.run { [database, stepKeeper] send in
      let outcome = try await statement.run(
        on: database, expecting: effects, keepsUndo: effects.canBeUndone, endedBy: change.interruption,
        keptBy: stepKeeper
      ) { outcome, change in
        change.rows.first.map { KeptStep(label: outcome.effects.label, table: $0.table, change: change) }
      }
      await send.awaited(.statement(.done(outcome, stoppableBy: change.interruption)))
    } catch: { error, send in
      if let other = error as? WritingStatement.OtherEffects {
        await send(.statement(.rehearsed(other.effects, isAskedAgain: true, by: change.interruption)))
      } else {
        await send(Self.failed(error))
      }
    }
    return .merge(.send(.statement(.begun(change))), work)
  }

  /// The question was answered with no.
  func cancelled(_ state: inout State) -> Effect<Action> {
    let outcome = state.confirmation?.outcome
    end(&state)
    return outcome.map { .send(.noted($0)) } ?? .none
  }

  /// Finds out what the statement changes.
  private func rehearse(_ state: inout State) -> Effect<Action> {
    guard let statement = state.statement?.statement else { return .none }
    state.statement?.isRunning = true
    let change = ChangeUnderWay("Finding out what the statement changes", asks: true)
    let work = Effect<Action>.run { [database] send in
      let effects = try await statement.rehearse(on: database, endedBy: change.interruption)
      await send.awaited(.statement(.rehearsed(effects, isAskedAgain: false, by: change.interruption)))
    } catch: { error, send in
      await send(Self.failed(error))
    }
    return .merge(.send(.statement(.begun(change))), work)
  }

  private func end(_ state: inout State) {
    (state.statement, state.confirmation) = (nil, nil)
    state.showTyped()
  }

  private static func failed(_ error: any Error) -> Action {
    let problem = QueryProblem(error)
    let text = problem.map { "\($0.description) Nothing was changed." } ?? refusal(sentence(error))
    return .statement(.failed(text, place: problem?.place))
  }

  private static func refusal(_ reason: String) -> String { "Not run: \(reason). Nothing was changed." }
}
