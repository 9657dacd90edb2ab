// The identity of a record in its table, and its conditions in SQL.
public import Databases
import LiveQueries
import StructuredQueries

/// The identity of a record in its table.
public enum RecordID: Hashable, Sendable {
  /// The rowid.
  case rowID(Int)
  /// The values of the primary key, in its order.
  case key([ExactValue])
  /// The content of a record in a table without an identity: the values of all columns, nil for a long one; the number
  /// of equal records before it in the same read; and a hash of the long values, 0 without any.
  indirect case content([ExactValue?], occurrence: Int, longValues: Int = 0)

  /// The values to bind, one for each column of the table's identity.
  public var values: [ExactValue] {
    switch self {
    case .rowID(let rowID): [.integer(rowID)]
    case .key(let values): values
    case .content: []
    }
  }

  /// The rowid; nil for another identity.
  public var rowID: Int? {
    if case .rowID(let rowID) = self { rowID } else { nil }
  }

  /// Whether both have the same content; they may be different records.
  func hasContent(of other: RecordID) -> Bool {
    guard case .content(let values, _, let long) = self, case .content(let others, _, let otherLong) = other else {
      return false
    }
    return values == others && long == otherLong
  }

  /// Whether any of the values is long.
  var hasLongValues: Bool {
    if case .content(let values, _, _) = self { values.contains(nil) } else { false }
  }

  /// The approximate size of its values in bytes.
  var byteCount: Int {
    switch self {
    case .rowID: 0
    case .key(let values): values.reduce(0) { $0 + 64 + $1.byteCount }
    case .content(let values, _, _): values.reduce(0) { $0 + 64 + ($1?.byteCount ?? 0) }
    }
  }
}

/// Numbers records with equal content to tell them apart.
struct Occurrences {
  private var counts: [RecordID: Int] = [:]

  /// The identity of the next record that is read.
  mutating func numbered(_ id: RecordID) -> RecordID {
    guard case .content(let values, _, let longValues) = id else { return id }
    let count = counts[id, default: 0]
    counts[id] = count + 1
    return .content(values, occurrence: count, longValues: longValues)
  }
}

extension ExactValue {
  /// The value as part of an identity: SQLite may store and report a whole number of a REAL column as an integer.
  public var asKey: ExactValue {
    if case .real(let value) = self, let integer = Int(exactly: value) { .integer(integer) } else { self }
  }
}

extension Sequence<RecordID> {
  /// Sorted by rowid; keys in no particular order.
  var inTableOrder: [RecordID] { sorted { ($0.rowID ?? 0) < ($1.rowID ?? 0) } }
}

extension RecordID: ExpressibleByIntegerLiteral {
  /// Makes a rowid.
  public init(integerLiteral value: Int) { self = .rowID(value) }
}

extension RecordID: CustomStringConvertible {
  /// The values of the identity as readable text.
  public var description: String {
    switch self {
    case .rowID(let rowID): String(rowID)
    case .key(let values): values.map(\.shown).joined(separator: " ")
    case .content(let values, _, _): values.lazy.compactMap(\.self).first { $0 != .null }?.shown ?? "NULL"
    }
  }
}

extension ListedTable {
  /// The condition of one record for a `WHERE`: the values of its identity are to be bound.
  var isRecord: String { identityColumns.map { "\($0) = ?" }.joined(separator: " AND ") }

  /// The condition of the record with this identity for a `WHERE`.
  func condition(of id: RecordID) -> QueryFragment {
    if case .content(let values, _, _) = id {
      let parts = zip(columns, values).compactMap { column, value in
        value.map { Self.holds(column.quotedName, exactly: $0) }
      }
      return parts.isEmpty ? "TRUE" : parts.chainedByAnd()
    }
    let parts = zip(identityColumns, id.values).map { "\(raw: $0) = \($1.fragment)" as QueryFragment }
    return parts.joined(separator: " AND ")
  }

  /// The condition that a column has exactly this value and storage class. The plus keeps SQLite from converting it.
  private static func holds(_ column: String, exactly value: ExactValue) -> QueryFragment {
    value == .null
      ? "\(raw: column) IS NULL"
      : """
      (+\(raw: column) = \(value.fragment) COLLATE BINARY AND typeof(\(raw: column)) = '\(raw: value.storageClass)')
      """
  }

  /// Runs `body` with a statement that begins with `clause` and finds the record `id`.
  func withRecord<R>(
    _ id: RecordID, _ clause: String, _ db: Database, _ body: (PreparedStatement) throws -> R
  ) throws -> R {
    if case .content(_, let occurrence, _) = id {
      let query: QueryFragment =
        "\(raw: clause) FROM \(raw: quoted) WHERE \(condition(of: id)) LIMIT 1 OFFSET \(raw: String(occurrence))"
      return try db.withStatement(query.sql) { statement in
        try query.bind(to: statement)
        return try body(statement)
      }
    }
    return try db.withStatement("\(clause) FROM \(quoted) WHERE \(isRecord)") { statement in
      for (place, value) in id.values.enumerated() { try statement.bind(exactly: value, at: place + 1) }
      return try body(statement)
    }
  }

  /// The identity of the row at `statement`, whose first columns are those of the identity, or all columns for a table
  /// without one.
  func identity(_ statement: PreparedStatement) -> RecordID {
    switch identity {
    case .rowID: .rowID(statement.integer(0))
    case .key: .key(identityColumns.indices.map { statement.exactValue($0).asKey })
    case .none: content(statement)
    }
  }

  private func content(_ statement: PreparedStatement) -> RecordID {
    var hasher: Hasher?
    let values = cellFields.map { field -> ExactValue? in
      let value = statement.exactValue(field)
      if value.byteCount <= Excerpt.textLength { return value }
      hasher = hasher ?? Hasher()
      hasher?.combine(value)
      return nil
    }
    return .content(values, occurrence: 0, longValues: hasher?.finalize() ?? 0)
  }
}
