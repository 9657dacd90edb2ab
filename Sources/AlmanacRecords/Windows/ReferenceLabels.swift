// The labels of the records that foreign keys reference, which a list shows next to the key.
public import Databases
public import LiveQueries
import StructuredQueries

/// Fetches the labels of the records that some rows of a table reference.
public struct ReferenceLabels: FetchKeyRequest {
  /// For each foreign key of the table, the label of each referenced record.
  public typealias Value = [[[Excerpt]: String]]

  /// The most characters of a label.
  static let length = 60

  private let references: [TableReference]
  /// For each foreign key, the referenced values.
  private let keys: [Set<[Excerpt]>]

  /// Asks for the labels of all records that the rows reference.
  public init(_ rows: some Sequence<ListedRow>, of table: ListedTable) {
    references = table.style.relations.references
    keys = references.map { reference in
      reference.label == nil ? [] : Set(rows.lazy.compactMap { reference.key($0, of: table) })
    }
  }

  /// Whether no referenced record has a label.
  public var isEmpty: Bool { keys.allSatisfy(\.isEmpty) }

  public func fetch(_ db: Database) throws -> Value {
    try zip(references, keys).map { reference, keys in
      var labels: [[Excerpt]: String] = [:]
      for key in keys { labels[key] = try reference.label(key.map(\.exact), db) }
      return labels
    }
  }
}

extension TableReference {
  /// The label of the record with these values; nil if it has none or does not exist.
  fileprivate func label(_ key: [ExactValue], _ db: Database) throws -> String? {
    guard let label else { return nil }
    let conditions = parentColumns.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
    let columns = label.columns
    return try db.withStatement(
      "SELECT \(columns.map(\.quotedName).joined(separator: ", ")) FROM \(parent.quotedTable) WHERE \(conditions) LIMIT 1"
    ) { statement -> String? in
      for (place, value) in key.enumerated() { try statement.bind(exactly: value, at: place + 1) }
      guard try statement.step() else { return nil }
      let values = columns.indices.map { Excerpt(statement, $0) }
      let text = label.text { column in zip(columns, values).first { $0.0 == column && $0.1 != .null }?.1.shown }
      return text.map { String($0.prefix(ReferenceLabels.length)) }
    }
  }

  /// The values of a row in the columns of the key; nil if it references nothing, or if a value is not wholly loaded.
  public func key(_ row: ListedRow, of table: ListedTable) -> [Excerpt]? {
    var key: [Excerpt] = []
    key.reserveCapacity(columns.count)
    for column in columns {
      let value = row.cells[table.cell(of: column)]
      guard value.isWhole else { return nil }
      key.append(value)
    }
    return key
  }
}

extension ListedTable {
  /// For each foreign key, the label of the record that a row references; empty if there is none. Call inside a read.
  func labels(of row: ExactRow, _ db: Database) -> [String] {
    style.relations.references.map { reference in
      let key = reference.columns.map { row[$0] ?? .null }
      // If the label can't be read, the key is shown without it.
      return key.contains(.null) ? "" : (try? reference.label(key, db)) ?? ""
    }
  }
}

extension Excerpt {
  /// Whether it is a whole value, not NULL and not a blob.
  fileprivate var isWhole: Bool {
    switch self {
    case .null, .blob: false
    case .integer, .real: true
    case .text(let text): text.utf8.count < Self.textLength && !text.unicodeScalars.contains("\u{FFFD}")
    }
  }

  /// The exact value of a whole excerpt; otherwise NULL.
  fileprivate var exact: ExactValue {
    switch self {
    case .null, .blob: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let text): .text(Array(text.utf8))
    }
  }
}
