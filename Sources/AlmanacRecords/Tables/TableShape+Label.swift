// Which column says in words which record it is: a guess by names, types and rules.
import Databases

extension TableShape {
  /// The column by which a person recognises a record; `nil` where no column has texts of its own. The columns of the
  /// `key` that names a record say nothing new.
  func label(besides key: [String]) -> String? {
    let naming = Set(foreignKeys.flatMap(\.columns).map(\.lowercasedASCII))
    let candidates = columns.compactMap { column -> (fitness: LabelFitness, name: String)? in
      guard !column.isHidden, column.isNamedInSQL, !key.contains(column.name),
        !naming.contains(column.name.lowercasedASCII)
      else { return nil }
      return fitness(of: column).map { ($0, column.name) }
    }
    // Of two that are equally good, the first one.
    return candidates.min { $0.fitness < $1.fitness }?.name
  }

  private func fitness(of column: Column) -> LabelFitness? {
    let words = column.name.nameWords
    let last = words.last ?? ""
    let ofTable = name.nameWords
    if ![.integer, .real].contains(column.affinity) {
      if LabelFitness.naming.contains(last), words.count == 1 || words.dropLast() == ofTable[...] { return .name }
      if LabelFitness.naming.contains(where: last.hasSuffix) { return .partOfName }
    }
    guard column.affinity == .text else { return nil }
    if words.contains(where: LabelFitness.markings.contains) { return .marking }
    return column.isNotNull || tellsApart([column.name]) ? .certainText : .text
  }
}

/// How well a column says which record it is, the best first.
private enum LabelFitness: Int, Comparable {
  /// `name`, `title`, and `artist_name` in `artist`.
  case name
  /// `first_name`, `username`.
  case partOfName
  /// A text that every record has, or that only one has.
  case certainText
  case text
  /// A text that a program reads rather than a person.
  case marking

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  static let naming: Set = ["caption", "heading", "headline", "label", "name", "subject", "title"]

  static let markings: Set = [
    "at", "avatar", "checksum", "code", "color", "colour", "created", "currency", "data", "date", "digest", "etag",
    "format", "guid", "hash", "hex", "icon", "id", "image", "json", "key", "kind", "lang", "language", "locale", "md5",
    "metadata", "mime", "modified", "options", "path", "settings", "sha1", "sha256", "state", "status", "time", "token",
    "type", "updated", "uri", "url", "uuid",
  ]
}
