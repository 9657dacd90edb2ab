// Guesses the column that labels a record: by names, types and rules for a table, by names and values for a changed
// row.
import Databases

extension TableShape {
  /// The column that identifies a record to a person; nil if no column has texts of its own. The columns of `key` are
  /// left out, because they are shown already.
  func label(besides key: [String]) -> String? {
    let naming = Set(foreignKeys.flatMap(\.columns).map(\.lowercasedASCII))
    let candidates = columns.compactMap { column -> (fitness: LabelFitness, name: String)? in
      guard column.isListed, !key.contains(column.name),
        !naming.contains(column.name.lowercasedASCII)
      else { return nil }
      return fitness(of: column).map { ($0, column.name) }
    }
    // Among equals, the first one.
    return candidates.min { $0.fitness < $1.fitness }?.name
  }

  private func fitness(of column: Column) -> LabelFitness? {
    let fitness = LabelFitness(column.name, ofTable: name)
    if fitness <= .partOfName, ![.integer, .real].contains(column.affinity) { return fitness }
    guard column.affinity == .text else { return nil }
    if LabelFitness.isMarking(column.name) { return .marking }
    return column.isNotNull || tellsApart([column.name]) ? .certainText : .text
  }
}

/// Finds the texts that label rows. The names of columns are examined once for consecutive rows of a table.
struct RowLabels {
  private var table: ChangedRows.Table?
  /// How well each column labels a row; nil for a column of the key.
  private var fitness: [LabelFitness?] = []

  /// The text that identifies a row with these values to a person, apart from its key; nil if it has none. A moment is
  /// used only if there is nothing better.
  mutating func label(of values: [ExactValue], in table: ChangedRows.Table) -> ExactValue? {
    if table != self.table {
      self.table = table
      fitness = table.columns.map { column in
        table.key.contains { column.isSameName(as: $0) } ? nil : LabelFitness(column, ofTable: table.name)
      }
    }
    let texts = zip(fitness, values).compactMap { fitness, value -> (fitness: LabelFitness, value: ExactValue)? in
      guard let fitness, case .text(let bytes) = value, !bytes.isEmpty else { return nil }
      return (value.isMoment ? .marking : fitness, value)
    }
    // Among equals, the first one.
    return texts.min { $0.fitness < $1.fitness }?.value
  }
}

extension ExactValue {
  /// Whether it is the text of a moment.
  fileprivate var isMoment: Bool {
    guard case .text(let bytes) = self, bytes.count <= 40 else { return false }
    return Timestamp(text: String(decoding: bytes, as: UTF8.self)).secondsSince1970 != nil
  }
}

/// How well a column labels a record, the best first.
private enum LabelFitness: Int, Comparable {
  /// `name`, `title`, and `artist_name` in `artist`.
  case name
  /// `first_name`, `username`, `host`, and `chat_identifier` in `chat`, but not `service_name`.
  case partOfName
  /// A text that is never NULL or is unique.
  case certainText
  case text
  /// A text for programs rather than people.
  case marking

  /// The fitness according to the column's name.
  init(_ column: String, ofTable table: String) {
    let words = column.nameWords
    let last = words.last ?? ""
    let isOfTable = words.dropLast() == table.nameWords[...]
    if Self.naming.contains(last), words.count == 1 || isOfTable {
      self = .name
    } else if last == "identifier", isOfTable {
      self = .partOfName
    } else if Self.naming.contains(where: last.hasSuffix) || Self.addresses.contains(last), words.first != "service" {
      self = .partOfName
    } else {
      self = Self.isMarking(column) ? .marking : .text
    }
  }

  static func isMarking(_ column: String) -> Bool { column.nameWords.contains(where: markings.contains) }

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  static let addresses: Set = ["domain", "host", "hostname"]

  static let naming: Set = ["caption", "heading", "headline", "label", "name", "subject", "title"]

  static let markings: Set = [
    "at", "avatar", "checksum", "code", "color", "colour", "created", "currency", "data", "date", "digest", "etag",
    "format", "guid", "hash", "hex", "icon", "id", "image", "json", "key", "kind", "lang", "language", "locale", "md5",
    "metadata", "mime", "modified", "options", "path", "prefix", "release", "releasever", "service", "settings", "sha1",
    "sha256", "state", "status", "time", "token", "type", "updated", "uri", "url", "uuid", "version",
  ]
}
