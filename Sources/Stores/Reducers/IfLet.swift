// Runs a child's reducer while there is a child, and ends the child's effects when it is gone.

extension Reducer {
  /// Runs `child` on the state at `state` while it is not nil, for the actions of the case `action`; then this reducer.
  ///
  /// When the state becomes nil, or a child with another `id`, the effects of the former child are cancelled. A child
  /// that returns `Effect.dismiss` has its state set to nil after this reducer has seen the action.
  public func ifLet<ChildState, ChildAction, Child: Reducer>(
    _ state: WritableKeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> IfLet<Self, Child>
  where Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    IfLet(
      parent: self, child: child(), state: state, action: action,
      place: OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer together with that of an optional child; made by `ifLet`. Its type is public, so that the compiler
/// specialises it where it is composed.
public struct IfLet<Parent: Reducer, Child: Reducer>: Reducer where Parent.Action: CasePathable {
  let parent: Parent
  let child: Child
  let state: WritableKeyPath<Parent.State, Child.State?>
  let action: CaseKeyPath<Parent.Action, Child.Action>
  let place: OperatorPlace

  public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    var component: EffectID { EffectID(ChildPlace(place: place, element: nil)) }
    let path = Parent.Action.allCasePaths[keyPath: self.action]
    let childAction = path.extract(action)
    // Usually there is no child: most actions belong to another one.
    if childAction == nil, state[keyPath: self.state] == nil { return parent.reduce(into: &state, action: action) }
    var childEffect = Effect<Parent.Action>.none
    var dismisses = false
    if let childAction {
      if state[keyPath: self.state] != nil {
        let effect = child.reduce(into: &state[keyPath: self.state]!, action: childAction)
        dismisses = effect.dismisses
        let child = self.state
        childEffect = effect.removingDismissal
          .lifted { (parent: inout Parent.State, change: (inout Child.State) -> Void) in
            if parent[keyPath: child] != nil { change(&parent[keyPath: child]!) }
          }
          .dismissing(StateChange(of: component) { (parent: inout Parent.State) in parent[keyPath: child] = nil })
          .map(path.embed).within(component)
      } else {
        place.report(
          """
          The ifLet at \(place) received \(ChildPlace.text(of: action)) while its child is nil. Send it only while \
          there is a child, and let the child's effects end with it.
          """)
      }
    }
    // A child that changes itself stays the same child.
    let before = state[keyPath: self.state]
    let parentEffect = parent.reduce(into: &state, action: action)
    if dismisses { state[keyPath: self.state] = nil }
    let isGone = ChildIdentity.isGone(before, now: state[keyPath: self.state])
    return .merge(childEffect, parentEffect, isGone ? .cancel(component) : .none)
  }
}
