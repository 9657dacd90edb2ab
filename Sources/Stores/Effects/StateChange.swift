// A dismissal that comes after other effects of its child.

import IssueReporting

/// A change of state that an effect brings when its turn comes: the end of a child. It is made where the child is
/// composed, and becomes a change of each parent's state on its way to the store.
///
/// Unchecked: its closures capture key paths alone, and run on the main actor.
struct StateChange: @unchecked Sendable {
  /// The child that ends, among the effects.
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

  /// The change of a part as one of the whole; nothing changes where there is no such part.
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
