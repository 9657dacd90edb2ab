// What a store keeps of the stores scoped from it: a child, an optional child, a collection of children.
import IdentifiedCollections
import Observing

/// By which key paths a store was scoped.
struct ScopeKey: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
}

/// The stores of one scope: kept while their part of the state lives.
@MainActor
protocol ScopedStores<State>: AnyObject {
  associatedtype State
  /// Gives the stores their parts of the new state; forgets those that have none.
  func push(old: PresentState<State>, new: PresentState<State>, wakes: inout [TrackedReadWake])
}

/// A child that is always there.
final class ScopedChild<State, ChildState, ChildAction: Sendable>: ScopedStores {
  let path: KeyPath<State, ChildState>
  let store: Store<ChildState, ChildAction>

  init(path: KeyPath<State, ChildState>, store: Store<ChildState, ChildAction>) {
    self.path = path
    self.store = store
  }

  func push(old: PresentState<State>, new: PresentState<State>, wakes: inout [TrackedReadWake]) {
    let child = new.value(at: path)
    // Of most actions a child hears nothing: its part is what it was, to the bit.
    if !store.present.read({ haveSameBytes($0, child) }) { store.push(child, wakes: &wakes) }
  }
}

/// A child that may be there.
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
