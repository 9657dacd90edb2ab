// Runs a child's reducer while the state is a given case.

extension Reducer {
  /// Runs `child` on the value of the case `state` while the state is that case, for the actions of the case `action`;
  /// then this reducer. When the state changes to another case, or to a value with another `id`, the effects of the
  /// former child are cancelled. `Effect.dismiss` of the child dismisses this feature, through the nearest `ifLet` or
  /// `forEach` above.
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer>(
    _ state: CaseKeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> IfCaseLet<Self, Child>
  where State: CasePathable, Action: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    IfCaseLet(
      parent: self, child: child(), state: state, action: action,
      place: OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer together with that of a case of its state; made by `ifCaseLet`.
public struct IfCaseLet<Parent: Reducer, Child: Reducer>: Reducer
where Parent.State: CasePathable, Parent.Action: CasePathable {
  let parent: Parent
  let child: Child
  let state: CaseKeyPath<Parent.State, Child.State>
  let action: CaseKeyPath<Parent.Action, Child.Action>
  /// The operator's name for messages.
  var operation = "ifCaseLet"
  let place: OperatorPlace

  public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let component = EffectID(ChildPlace(place: place, element: nil))
    let path = Parent.Action.allCasePaths[keyPath: self.action]
    var childEffect = Effect<Parent.Action>.none
    if let childAction = path.extract(action) {
      if var childState = state[case: self.state] {
        let effect = child.reduce(into: &childState, action: childAction)
        let statePath = Parent.State.allCasePaths[keyPath: self.state]
        let own = effect.removingDismissal
          .lifted { (parent: inout Parent.State, change: (inout Child.State) -> Void) in
            guard var childState = statePath.extract(parent) else { return }
            change(&childState)
            parent = statePath.embed(childState)
          }
          .map(path.embed)
        // A case can't be removed: its dismissal dismisses the feature that has the state.
        childEffect = .merge(own.within(component), effect.dismisses ? .dismiss : .none)
        state = statePath.embed(childState)
      } else {
        place.report(
          """
          The \(operation) at \(place) received \(ChildPlace.text(of: action)) while its state is another case. Send it \
          only while the state is the child's case, and let the child's effects end with it.
          """)
      }
    }
    // A child that changes itself stays the same child.
    let before = state[case: self.state]
    let parentEffect = parent.reduce(into: &state, action: action)
    let isGone = ChildIdentity.isGone(before, now: state[case: self.state])
    return .merge(childEffect, parentEffect, isGone ? .cancel(component) : .none)
  }
}
