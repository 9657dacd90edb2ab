// The items of a data source, as a collection.

/// The loaded items of a data source, in order.
public struct ListItems<Section: Hashable & Sendable, Item: Identifiable & Equatable>: RandomAccessCollection {
  let rows: ListRows<Section, Item>

  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }
  public subscript(index: Int) -> Item { rows[index] }
}
