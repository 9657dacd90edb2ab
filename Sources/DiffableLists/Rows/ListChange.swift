// A change that is known, so that nothing need be compared to find it.

/// One known change of a list.
public enum ListChange<Item: Identifiable> {
  /// The item comes before the one of that identity, in its section; without one, at the end of the last section.
  case insert(Item, before: Item.ID?)
  /// The item with this identity goes.
  case delete(Item.ID)
  /// The item takes the place of the one with its identity.
  case update(Item)
  /// The item goes before the other, into its section; without one, to the end of the last section.
  case move(Item.ID, before: Item.ID?)
}

extension ListChange {
  /// Whether one of the changes takes the item of that identity out of its place.
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
