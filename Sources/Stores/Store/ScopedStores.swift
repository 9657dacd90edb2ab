// The stores scoped from a store: a child, an optional child, a collection of children.
import IdentifiedCollections
import Observing

/// The key paths of a scope.
struct ScopeKey: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
}

/// The stores of one scope, kept while their part of the state exists.
@MainActor
protocol ScopedStores<State>: AnyObject {
  associatedtype State
  /// Passes the parts of the new state to the stores; forgets stores without one.
  func push(old: PresentState<State>, new: PresentState<State>, wakes: inout [TrackedReadWake])
}

/// A child that always exists.
final class ScopedChild<State, ChildState, ChildAction: Sendable>: ScopedStores {
  let path: KeyPath<State, ChildState>
  let store: Store<ChildState, ChildAction>

  init(path: KeyPath<State, ChildState>, store: Store<ChildState, ChildAction>) {
    self.path = path
    self.store = store
  }

  func push(old: PresentState<State>, new: PresentState<State>, wakes: inout [TrackedReadWake]) {
    let child = new.value(at: path)
    // Most actions do not concern a child: its part is unchanged, bit by bit.
    if !store.present.read({ haveSameBytes($0, child) }) { store.push(child, wakes: &wakes) }
  }
}

/// An optional child.
final class ScopedOptionalChild<State, ChildState, ChildAction: Sendable>: ScopedStores {
  let path: KeyPath<State, ChildState?>
  var store: Store<ChildState, ChildAction>?

  init(path: KeyPath<State, ChildState?>) { self.path = path }

  func push(old: PresentState<State>, new: PresentState<State>, wakes: inout [TrackedReadWake]) {
    guard let store else { return }
    if let child = new.value(at: path) {
      store.push(child, wakes: &wakes)
    } else {
      self.store = nil
    }
  }
}

/// The children of an identified collection.
final class ScopedCollection<State, ID: Hashable & Sendable, ElementState, ElementAction: Sendable>: ScopedStores {
  let path: KeyPath<State, IdentifiedArray<ID, ElementState>>
  var stores: [ID: Store<ElementState, ElementAction>] = [:]

  init(path: KeyPath<State, IdentifiedArray<ID, ElementState>>) { self.path = path }

  func push(old: PresentState<State>, new: PresentState<State>, wakes: inout [TrackedReadWake]) {
    guard !stores.isEmpty else { return }
    let elements = new.value(at: path)
    if elements.hasSameStorage(as: old.value(at: path)) { return }
    for (id, store) in stores {
      if let element = elements[id: id] {
        store.push(element, wakes: &wakes)
      } else {
        stores[id] = nil
      }
    }
  }
}
