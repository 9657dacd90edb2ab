// Known changes of a list, which need no comparison to find them.

/// One known change of a list.
public enum ListChange<Item: Identifiable> {
  /// Inserts the item before the one with that identity, in its section; nil: at the end of the last section.
  case insert(Item, before: Item.ID?)
  /// Deletes the item with this identity.
  case delete(Item.ID)
  /// Replaces the item with the same identity.
  case update(Item)
  /// Moves the item before the other, into its section; nil: to the end of the last section.
  case move(Item.ID, before: Item.ID?)
}

extension ListChange {
  /// Whether one of the changes removes the item with that identity from its position.
  @inlinable static func take(_ id: Item.ID?, _ changes: [Self]) -> Bool {
    guard let id else { return false }
    for change in changes {
      switch change {
      case .delete(let taken), .move(let taken, _): if taken == id { return true }
      case .insert, .update: continue
      }
    }
    return false
  }
}

extension ListChange: Equatable where Item: Equatable {}
extension ListChange: Sendable where Item: Sendable, Item.ID: Sendable {}
