// A snapshot as lines: headings and items in one sequence, so that one difference covers both.

/// A heading or an item.
@usableFromInline
enum SnapshotLine<Section: Hashable & Sendable, Item: Identifiable & Equatable>: Identifiable, Equatable {
  case heading(Section)
  case item(Item)

  @usableFromInline enum ID: Hashable, CustomStringConvertible {
    case heading(Section)
    case item(Item.ID)

    @usableFromInline var description: String {
      switch self {
      case .heading(let section): "\(section)"
      case .item(let id): "\(id)"
      }
    }
  }

  @usableFromInline var id: ID {
    switch self {
    case .heading(let section): .heading(section)
    case .item(let item): .item(item.id)
    }
  }
}

extension DiffableSnapshot {
  /// The headings and items of all sections, in order.
  @usableFromInline var lines: [SnapshotLine<Section, Item>] {
    var lines: [SnapshotLine<Section, Item>] = []
    lines.reserveCapacity(itemCount + parts.count)
    for part in parts {
      lines.append(.heading(part.section))
      for item in part.items { lines.append(.item(item)) }
    }
    return lines
  }
}
