// Runs a child's reducer on a part of the parent's state.

/// Runs a child's reducer on a part of the parent's state, for the actions that are the child's.
public struct Scope<ParentState, ParentAction: CasePathable & Sendable, Child: Reducer>: Reducer {
  private let state: WritableKeyPath<ParentState, Child.State>
  private let action: CaseKeyPath<ParentAction, Child.Action>
  private let child: Child

  /// Runs `child` on the state at `state` for the actions of the case `action`.
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>, action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.state = state
    self.action = action
    self.child = child()
  }

  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    let path = ParentAction.allCasePaths[keyPath: self.action]
    guard let childAction = path.extract(action) else { return .none }
    let part = self.state
    return child.reduce(into: &state[keyPath: part], action: childAction)
      .lifted { (parent: inout ParentState, change: (inout Child.State) -> Void) in change(&parent[keyPath: part]) }
      .map(path.embed)
  }
}
