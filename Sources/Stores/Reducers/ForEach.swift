// Runs an element's reducer on the elements of an identified collection.
public import IdentifiedCollections
import Observing

/// An action of one element of an identified collection.
public enum IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable, CasePathable {
  /// An action of the element with identity `id`.
  case element(id: ID, action: Action)

  public struct AllCasePaths: Sendable {
    /// The path of an action of one element.
    public var element: CasePath<IdentifiedAction, (id: ID, action: Action)> {
      CasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { root in
          guard case .element(let id, let action) = root else { return nil }
          return (id, action)
        })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension IdentifiedAction: Equatable where Action: Equatable {}

extension CasePath {
  /// The path continued to the actions of the element with identity `id`.
  public subscript<ID, ElementAction>(id id: ID) -> CasePath<Root, ElementAction>
  where Value == IdentifiedAction<ID, ElementAction> {
    followed(
      by: CasePath<Value, ElementAction>(
        embed: { .element(id: id, action: $0) },
        extract: { root in
          guard case .element(id, let action) = root else { return nil }
          return action
        }))
  }
}

/// The action of one element of a collection of the feature `R`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

extension Reducer {
  /// Runs `element` on the element of `elements` that an action of the case `action` names; then this reducer.
  ///
  /// When an element is removed, its effects are cancelled. An element that returns `Effect.dismiss` is removed after
  /// this reducer has seen the action, so that a collection of screens works as a stack.
  public func forEach<ID: Hashable & Sendable, ElementState, ElementAction, Element: Reducer>(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> ForEach<Self, ID, Element>
  where Action: CasePathable, Element.State == ElementState, Element.Action == ElementAction {
    ForEach(
      parent: self, element: element(), elements: elements, action: action,
      place: OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer together with that of a collection's elements; made by `forEach`.
public struct ForEach<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer
where Parent.Action: CasePathable {
  let parent: Parent
  let element: Element
  let elements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  let action: CaseKeyPath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  let place: OperatorPlace

  public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    var elementEffect = Effect<Parent.Action>.none
    var dismissed: ID?
    let path = Parent.Action.allCasePaths[keyPath: self.action]
    if case .element(let id, let elementAction)? = path.extract(action) {
      if let before = state[keyPath: elements][id: id] {
        var after = before
        let effect = element.reduce(into: &after, action: elementAction)
        // An unchanged collection is not written, so that it is not copied.
        if !haveSameBytes(before, after) { state[keyPath: elements][id: id] = after }
        if effect.dismisses { dismissed = id }
        let elements = elements
        elementEffect = effect.removingDismissal
          .lifted { (parent: inout Parent.State, change: (inout Element.State) -> Void) in
            if parent[keyPath: elements].contains(id: id) { change(&parent[keyPath: elements][id: id]!) }
          }
          .dismissing(
            StateChange(of: component(id)) { (parent: inout Parent.State) in
              _ = parent[keyPath: elements].remove(id: id)
            }
          )
          .map { path.embed(.element(id: id, action: $0)) }
          .within(component(id))
      } else {
        place.report(
          """
          The forEach at \(place) received \(ChildPlace.text(of: action)) for an element that is not there. Send it \
          only while the element is in the collection, and let the element's effects end with it.
          """)
      }
    }
    let before = state[keyPath: elements]
    let parentEffect = parent.reduce(into: &state, action: action)
    if let dismissed { state[keyPath: elements].remove(id: dismissed) }
    let after = state[keyPath: elements]
    let effect = elementEffect.merge(with: parentEffect)
    if before.hasSameIdentities(as: after) { return effect }
    return .merge([effect] + before.ids.filter { !after.contains(id: $0) }.map { .cancel(component($0)) })
  }

  private func component(_ id: ID) -> EffectID { EffectID(ChildPlace(place: place, element: EffectID(id))) }
}
