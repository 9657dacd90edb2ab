// Guesses the column that labels a record: by names, types and rules for a table, by names and values for a changed
// row.
import Databases

extension TableShape {
  /// What identifies a record to a person; nil if no column has texts of its own. The columns of `key` are left out,
  /// because they are shown already.
  func label(besides key: [String]) -> RecordLabel? {
    let naming = Set(foreignKeys.flatMap(\.columns).map(\.lowercasedASCII))
    let names = columns.map { column in
      column.isListed && !key.contains(column.name) && !naming.contains(column.name.lowercasedASCII)
        && ![.integer, .real].contains(column.affinity) ? column.name : nil
    }
    let candidates = Labelling.all(names, ofTable: name).compactMap { labelling in
      fitness(of: labelling).map { Labelling(fitness: $0, places: labelling.places) }
    }
    let isOfPerson = candidates.contains { $0.places.count > 1 }
    // Among equals, the first one. A person may have neither name.
    let best = candidates.sorted { $0.fitness < $1.fitness }.prefix(isOfPerson ? 2 : 1)
    return best.isEmpty ? nil : RecordLabel(best.map { $0.places.map { columns[$0].name } })
  }

  private func fitness(of labelling: Labelling) -> LabelFitness? {
    if labelling.fitness <= .partOfName { return labelling.fitness }
    let column = columns[labelling.places[0]]
    guard column.affinity == .text else { return nil }
    if LabelFitness.isMarking(column.name) { return .marking }
    return column.isNotNull || tellsApart([column.name]) ? .certainText : .text
  }
}

/// Finds the texts that label rows. The names of columns are examined once for consecutive rows of a table.
struct RowLabels {
  private var table: ChangedRows.Table?
  private var labellings: [Labelling] = []

  /// The text that identifies a row with these values to a person, apart from its key, and the places of its columns;
  /// nil if it has none. A moment is used only if there is nothing better.
  mutating func label(
    of values: [ExactValue], in table: ChangedRows.Table
  ) -> (value: ExactValue, places: [Int])? {
    if table != self.table {
      self.table = table
      let names = table.columns.map { column in
        table.key.contains { column.isSameName(as: $0) } ? nil : column
      }
      labellings = Labelling.all(names, ofTable: table.name)
    }
    let texts = labellings.compactMap { labelling -> (fitness: LabelFitness, value: ExactValue, places: [Int])? in
      let texts = labelling.places.compactMap { place -> [UInt8]? in
        guard place < values.count, case .text(let bytes) = values[place], !bytes.isEmpty else { return nil }
        return bytes
      }
      guard !texts.isEmpty else { return nil }
      let value = ExactValue.text(Array(texts.joined(separator: [0x20])))
      return (value.isMoment ? .marking : labelling.fitness, value, labelling.places)
    }
    // Among equals, the first one.
    return texts.min { $0.fitness < $1.fitness }.map { ($0.value, $0.places) }
  }
}

/// The columns of a table that can label a record: one, or those of a person's two names.
private struct Labelling {
  let fitness: LabelFitness
  let places: [Int]

  /// All of a table, in the order of the columns. A column without a name can't label.
  static func all(_ columns: [String?], ofTable table: String) -> [Labelling] {
    let person = PersonName(columns, ofTable: table)
    return columns.indices.compactMap { place in
      guard let column = columns[place] else { return nil }
      guard let person, person.places.contains(place) else {
        return Labelling(
          fitness: LabelFitness(column, ofTable: table, isOfPerson: person?.isOfTable == true), places: [place])
      }
      guard place == person.places.min() else { return nil }
      return Labelling(fitness: person.isOfTable ? .person : .partOfName, places: person.places)
    }
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
  /// A person's first and last name.
  case person
  /// `title` in a table with a person's names: the person's work.
  case titleOfPerson
  /// `first_name`, `username`, `host`, and `chat_identifier` in `chat`, but not `service_name`.
  case partOfName
  /// A text that is never NULL or is unique.
  case certainText
  case text
  /// A text for programs rather than people.
  case marking

  /// The fitness according to the column's name. `isOfPerson`: whether the table has a person's names.
  init(_ column: String, ofTable table: String, isOfPerson: Bool) {
    let words = column.nameWords
    let last = words.last ?? ""
    let isOfTable = words.dropLast() == table.nameWords[...]
    if Self.naming.contains(last), words.count == 1 || isOfTable {
      self = isOfPerson && last != "name" ? .titleOfPerson : .name
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
