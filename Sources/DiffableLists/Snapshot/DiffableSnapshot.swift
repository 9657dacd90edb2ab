// The contents of a list: sections in order, each with its items in order.

/// A list at one moment: sections in order, and the items of each.
///
/// Items are *the same* if their `id` is equal, and *unchanged* by `==`. Each identity must occur once in a snapshot;
/// the data source traps otherwise. Editing by identity searches the snapshot, so it costs its length.
public struct DiffableSnapshot<Section: Hashable & Sendable, Item: Identifiable & Equatable> {
  /// A section and its items.
  @usableFromInline struct Part {
    @usableFromInline var section: Section
    @usableFromInline var items: [Item]

    @usableFromInline init(section: Section, items: [Item]) {
      self.section = section
      self.items = items
    }
  }

  @usableFromInline var parts: [Part] = []

  /// The items that count as updated even if their content is equal.
  @usableFromInline var reconfiguredIDs: Set<Item.ID> = []

  /// Makes a snapshot without sections.
  public init() {}

  /// Makes a snapshot of one section.
  public init(section: Section, items: some Sequence<Item>) {
    parts = [Part(section: section, items: Array(items))]
  }

  /// The sections, in order.
  public var sections: [Section] { parts.map(\.section) }

  /// The number of items in all sections.
  public var itemCount: Int { parts.reduce(0) { $0 + $1.items.count } }

  /// The items of all sections, in order. With one section this costs nothing.
  public var items: [Item] {
    parts.count == 1 ? parts[0].items : parts.flatMap(\.items)
  }

  /// The items of `section`, in order. Traps if there is no such section.
  public func items(in section: Section) -> [Item] { parts[partIndex(of: section, #function)].items }
}

extension DiffableSnapshot: Equatable {}
extension DiffableSnapshot.Part: Equatable {}
extension DiffableSnapshot: Sendable where Item: Sendable, Item.ID: Sendable {}
extension DiffableSnapshot.Part: Sendable where Item: Sendable {}
