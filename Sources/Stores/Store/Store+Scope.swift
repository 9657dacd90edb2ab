// Stores for parts of the state: each is the same object as long as its part exists.
public import IdentifiedCollections
import IssueReporting

extension Store where Action: CasePathable {
  /// The store of a child.
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let key = ScopeKey(state: state, action: action)
    if let known = children[key] as? ScopedChild<State, ChildState, ChildAction> { return known.store }
    let embed = Action.allCasePaths[keyPath: action].embed
    let store = child(present.value(at: state), embed: embed)
    children[key] = ScopedChild(path: state, store: store)
    return store
  }

  /// The store of an optional child; nil if there is none. A reader is woken when the child appears or disappears, not
  /// when it changes.
  public func scope<ChildState, ChildAction: Sendable>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    guard has(state), let childState = present.value(at: state) else { return nil }
    let key = ScopeKey(state: state, action: action)
    let slot: ScopedOptionalChild<State, ChildState, ChildAction>
    if let known = children[key] as? ScopedOptionalChild<State, ChildState, ChildAction> {
      slot = known
    } else {
      slot = ScopedOptionalChild(path: state)
      children[key] = slot
    }
    if let store = slot.store { return store }
    let store = child(childState, embed: Action.allCasePaths[keyPath: action].embed)
    slot.store = store
    return store
  }

  /// Whether an optional child exists. A reader is woken when that changes, not when the child does.
  public func has<ChildState>(_ state: KeyPath<State, ChildState?>) -> Bool {
    track(state, .presence) { ($0.value(at: state) == nil) == ($1.value(at: state) == nil) }
    return present.value(at: state) != nil
  }

  /// The stores of a collection's elements, in order. A reader is woken when elements are added, removed or moved, not
  /// when one changes.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> [Store<ElementState, ElementAction>] {
    track(state, .identities) {
      $0.value(at: state).hasSameIdentities(as: $1.value(at: state))
    }
    let key = ScopeKey(state: state, action: action)
    let slot: ScopedCollection<State, ID, ElementState, ElementAction>
    if let known = children[key] as? ScopedCollection<State, ID, ElementState, ElementAction> {
      slot = known
    } else {
      slot = ScopedCollection(path: state)
      children[key] = slot
    }
    let embed = Action.allCasePaths[keyPath: action].embed
    let elements = present.value(at: state)
    return zip(elements.ids, elements.elements).map { id, element in
      if let store = slot.stores[id] { return store }
      let store = child(element) { embed(.element(id: id, action: $0)) }
      slot.stores[id] = store
      return store
    }
  }

  private func child<ChildState, ChildAction: Sendable>(
    _ state: ChildState, embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(state: state) { [weak self] action in
      guard let self else {
        reportIssue(
          """
          \(ChildPlace.text(of: action)) was sent to a scoped store whose root has been released. Keep the root store \
          for as long as the stores scoped from it are used.
          """)
        return StoreTask(scope: EffectScope())
      }
      return self.send(embed(action))
    }
  }
}
