// Runs a child's reducer on a part of the parent's state.

/// Runs a child's reducer on a part of the parent's state, for the child's actions.
public struct Scope<ParentState, ParentAction: CasePathable & Sendable, Child: Reducer>: Reducer {
  private let reduction: (inout ParentState, ParentAction) -> Effect<ParentAction>

  /// Runs `child` on the state at `state` for the actions of the case `action`.
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>, action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    let child = child()
    reduction = { parent, parentAction in
      let path = ParentAction.allCasePaths[keyPath: action]
      guard let childAction = path.extract(parentAction) else { return .none }
      return child.reduce(into: &parent[keyPath: state], action: childAction)
        .lifted { (parent: inout ParentState, change: (inout ChildState) -> Void) in change(&parent[keyPath: state]) }
        .map(path.embed)
    }
  }

  /// Runs `child` on the value of the case `state` while the state is that case, for the actions of the case `action`.
  /// For a screen that is one of several; its body has one such scope per case.
  ///
  /// When the parent feature replaces the state by another case, its `ifLet` cancels the effects of the former child.
  /// If this feature changes its own case, use `ifCaseLet`, which notices that.
  public init<ChildState, ChildAction>(
    state: CaseKeyPath<ParentState, ChildState>, action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where ParentState: CasePathable, Child.State == ChildState, Child.Action == ChildAction {
    let composed = IfCaseLet(
      parent: EmptyReducer<ParentState, ParentAction>(), child: child(), state: state, action: action,
      operation: "Scope", place: OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    reduction = { composed.reduce(into: &$0, action: $1) }
  }

  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    reduction(&state, action)
  }
}
