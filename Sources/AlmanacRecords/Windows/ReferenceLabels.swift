// What the records are called that foreign keys name, so that a list can say it beside the key.
public import Databases
public import LiveQueries
import StructuredQueries

/// Asks for the labels of the records that some rows of a table name.
public struct ReferenceLabels: FetchKeyRequest {
  /// For each foreign key of the table the label of each record that is named.
  public typealias Value = [[[Excerpt]: String]]

  /// A label takes at most so many characters.
  static let length = 60

  private let references: [TableReference]
  /// For each of them the values that are named.
  private let keys: [Set<[Excerpt]>]

  /// Asks of all that the rows name.
  public init(_ rows: some Sequence<ListedRow>, of table: ListedTable) {
    references = table.style.references
    keys = references.map { reference in
      reference.label == nil ? [] : Set(rows.lazy.compactMap { reference.key($0, of: table) })
    }
  }

  /// Whether nothing is named that has a label.
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
  /// The label of the record that has these values; `nil` where it has none, or where there is no such record.
  fileprivate func label(_ key: [ExactValue], _ db: Database) throws -> String? {
    guard let label else { return nil }
    let conditions = parentColumns.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
    return try db.withStatement(
      "SELECT \(label.quotedName) FROM \(parent.quotedTable) WHERE \(conditions) LIMIT 1"
    ) { statement in
      for (place, value) in key.enumerated() { try statement.bind(exactly: value, at: place + 1) }
      guard try statement.step() else { return nil }
      let label = Excerpt(statement, 0)
      return label == .null ? nil : String(label.shown.prefix(ReferenceLabels.length))
    }
  }

  /// What a row holds in the columns of the key; `nil` where it names nothing, or where the values are only known in
  /// part.
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
  /// For each foreign key the label of the record that a row names; empty where there is none. Inside a read.
  func labels(of row: ExactRow, _ db: Database) -> [String] {
    style.references.map { reference in
      let key = reference.columns.map { row[$0] ?? .null }
      // Where it can't be read the key stands there by itself.
      return key.contains(.null) ? "" : (try? reference.label(key, db)) ?? ""
    }
  }
}

extension Excerpt {
  /// Whether it is a value, and all of it.
  fileprivate var isWhole: Bool {
    switch self {
    case .null, .blob: false
    case .integer, .real: true
    case .text(let text): text.utf8.count < Self.textLength && !text.unicodeScalars.contains("\u{FFFD}")
    }
  }

  /// The value, where it is whole.
  fileprivate var exact: ExactValue {
    switch self {
    case .null, .blob: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let text): .text(Array(text.utf8))
    }
  }
}
