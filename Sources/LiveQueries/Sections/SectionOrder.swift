// Groups rows into sections.

import StructuredQueries

/// The key that groups rows into sections, and the order of the sections.
struct SectionOrder<Element>: Hashable, Sendable {
  private let path: any PartialKeyPath<Element> & Sendable
  let name: @Sendable (Element) -> String?
  private let direction: OrderDirection
  private let nulls: NullPlacement?

  init(_ path: any KeyPath<Element, String> & Sendable, _ direction: OrderDirection, _ nulls: NullPlacement?) {
    self.path = path
    name = { $0[keyPath: path] }
    (self.direction, self.nulls) = (direction, nulls)
  }

  init(_ path: any KeyPath<Element, String?> & Sendable, _ direction: OrderDirection, _ nulls: NullPlacement?) {
    self.path = path
    name = { $0[keyPath: path] }
    (self.direction, self.nulls) = (direction, nulls)
  }

  /// The rows grouped by name, otherwise in their given order.
  func ordered(_ rows: [Element]) -> [Element] {
    let groups = Dictionary(grouping: rows, by: name)
    return groups.keys.sorted(by: precedes).flatMap { groups[$0] ?? [] }
  }

  /// SQLite's order: by bytes, and NULL as the smallest value unless `nulls` places it.
  private func precedes(_ one: String?, _ other: String?) -> Bool {
    let isUpwards = direction == .ascending
    let areNullsFirst = nulls.map { $0 == .first } ?? isUpwards
    switch (one, other) {
    case (nil, nil): return false
    case (nil, _?): return areNullsFirst
    case (_?, nil): return !areNullsFirst
    case (let one?, let other?):
      let (first, second) = isUpwards ? (one, other) : (other, one)
      return first.utf8.lexicographicallyPrecedes(second.utf8)
    }
  }

  static func == (one: Self, other: Self) -> Bool {
    one.path == other.path && one.direction == other.direction && one.nulls == other.nulls
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(direction)
    hasher.combine(nulls)
  }
}
