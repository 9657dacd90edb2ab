// A dismissal after other effects of its child.

import IssueReporting

/// A change of state by an effect: the dismissal of a child. It is created where the child is composed, and becomes a
/// change of each parent's state on its way to the store.
///
/// Unchecked: its closures capture only key paths, and run on the main actor.
struct StateChange: @unchecked Sendable {
  /// The dismissed child, as a component of effects.
  let component: EffectID
  private let body: (inout Any) -> Void

  init<State>(of component: EffectID, _ body: @escaping (inout State) -> Void) {
    self.component = component
    self.body = { state in
      guard var typed = state as? State else {
        return reportIssue(
          """
          A dismissed child could not be found: the effect of a reducer for \(State.self) was returned by one for \
          \(type(of: state)). Compose reducers with Scope, ifLet, ifCaseLet or forEach.
          """)
      }
      body(&typed)
      state = typed
    }
  }

  private init(component: EffectID, body: @escaping (inout Any) -> Void) {
    self.component = component
    self.body = body
  }

  func callAsFunction<State>(_ state: inout State) {
    var any: Any = state
    body(&any)
    if let typed = any as? State { state = typed }
  }

  /// The change of a part as one of the whole; it does nothing if the part is missing.
  func lifted<Whole, Part>(
    _ part: @escaping (inout Whole, _ change: (inout Part) -> Void) -> Void
  ) -> StateChange {
    let change = self
    return StateChange(component: component) { state in
      guard var whole = state as? Whole else { return }
      part(&whole) { change(&$0) }
      state = whole
    }
  }
}
