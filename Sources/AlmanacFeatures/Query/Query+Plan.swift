// The plan of the query: SQLite's steps, and how the result is kept and why.
import AlmanacRecords
public import LiveResults
import Stores

extension Query {
  /// What is known of the plan.
  public enum Plan: Equatable, Sendable {
    /// The plan, and the sentences about how the result is kept.
    case plan(QueryPlan, keeping: [String])
    /// Why there is none.
    case failed(String)
  }

  /// Asks SQLite for the plan of the typed text, or of the shown result.
  func askForPlan(_ state: inout State) -> Effect<Action> {
    state.insight.plan = nil
    let sql = state.isTyped ? state.text.text : state.result?.sql ?? state.text.text
    let status = state.result?.text == sql ? state.result?.status : nil
    let parameters = status == nil ? state.insight.parameters.values : state.result?.parameters ?? [:]
    return .run { [database] send in
      let plan = try await QueryRun(sql, with: parameters, on: database).plan()
      await send(.planned(.plan(plan, keeping: status?.sentences ?? [plan.upkeep.sentence])))
    } catch: { error, send in
      await send(.planned(.failed(QueryProblem(error)?.description ?? "There is no plan: \(sentence(error)).")))
    }
    .cancellable(id: EffectName.plan, cancelInFlight: true)
  }
}
