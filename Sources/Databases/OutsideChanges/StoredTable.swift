// How the file stores the records of a table, and the values that a query returns for them.

import CSQLite
import WriteAheadLogs

/// The columns of a table, and where a record of the file holds each of them.
///
/// Not Sendable: the lock of the detector that owns it protects it.
final class StoredTable {
  /// The name, as the schema has it.
  let name: String
  /// The columns in their declared order, including generated ones, except columns that only another program can
  /// compute.
  let columns: [String]
  /// The columns of the primary key, in its order.
  let key: [String]
  /// The index of each column in a record; nil if the column is virtual.
  private let places: [Int?]
  /// The index of the column that is the rowid.
  private let rowIDColumn: Int?
  /// Whether the records have rowids that no column holds.
  let hasLooseRowIDs: Bool
  /// Whether SQLite returns a column's values as real numbers, though it may store them as integers.
  private let isReal: [Bool]
  /// The columns that SQLite computes.
  let generated: Set<Int>
  private let encoding: TextEncoding
  /// The statement that creates the table.
  let definition: String
  /// Made when a record needs it.
  private var scratch: ScratchTable?

  /// Reads a table's shape from its definition. Throws `DatabaseError` if SQLite alone can't make the table.
  init(_ name: String, definition: String, hasRowIDs: Bool, encoding: TextEncoding) throws {
    (self.name, self.definition, self.encoding) = (name, definition, encoding)
    let scratch = try ScratchTable(definition, name: name, encoding: encoding)
    let (infos, indexes) = try scratch.shape()
    var columns: [String] = []
    var stored: [Int] = []
    var keys: [(position: Int, column: Int)] = []
    var isReal: [Bool] = []
    var generated: Set<Int> = []
    var rowIDColumn: Int?
    let virtual = infos.filter { $0.count > 6 && $0[6] == .integer(2) }.compactMap { $0[1].repairedString }
    let unknown = scratch.incomputable(among: virtual)
    for info in infos {
      guard info.count > 6, let name = info[1].repairedString, let type = info[2].repairedString,
        !unknown.contains(name)
      else { continue }
      let index = columns.count
      columns.append(name)
      isReal.append(Affinity(declaredType: type, isStrict: false) == .real)
      switch info[6] {
      case .integer(2): generated.insert(index)
      case .integer(3):
        generated.insert(index)
        stored.append(index)
      default: stored.append(index)
      }
      if case .integer(let position) = info[5], position > 0 {
        keys.append((position, index))
        if type.lowercasedASCII == "integer" { rowIDColumn = index }
      }
    }
    // A key of one INTEGER column is the rowid itself, unless it has an index.
    let hasKeyIndex = indexes.contains { $0.count > 3 && $0[3] == .text("pk") }
    if !hasRowIDs || keys.count != 1 || hasKeyIndex { rowIDColumn = nil }
    let first = keys.sorted { $0.position < $1.position }.map(\.column)
    if !hasRowIDs {
      stored = first + stored.filter { !first.contains($0) }
    }
    var places = [Int?](repeating: nil, count: columns.count)
    for (place, column) in stored.enumerated() { places[column] = place }
    (self.columns, self.places, self.rowIDColumn) = (columns, places, rowIDColumn)
    hasLooseRowIDs = hasRowIDs && rowIDColumn == nil
    (self.isReal, self.generated, key) = (isReal, generated, first.map { columns[$0] })
  }

  /// The values that a query returns for a record, one per column. Throws `DatabaseError` if SQLite can't compute a
  /// column.
  func values(_ record: [RecordValue], rowID: Int64?) throws -> [ExactValue] {
    var missing: [Int] = []
    var values = columns.indices.map { column -> ExactValue in
      if column == rowIDColumn { return .integer(Int(rowID ?? 0)) }
      guard let place = places[column], place < record.count else {
        missing.append(column)
        return .null
      }
      return Self.value(record[place], isReal: isReal[column], encoding)
    }
    guard !missing.isEmpty else { return values }
    let given = columns.indices.filter { !missing.contains($0) && !generated.contains($0) }
    let scratch = try self.scratch ?? ScratchTable(definition, name: name, encoding: encoding)
    self.scratch = scratch
    let computed = try scratch.row(columns, of: given.map { columns[$0] }, given.map { values[$0] })
    guard computed.count == columns.count else {
      throw DatabaseError.damaged("a record has other columns than its table")
    }
    for column in missing { values[column] = computed[column] }
    return values
  }

  /// The value that a query returns for a value of a record. A column of real numbers may store whole ones as integers.
  static func value(_ value: RecordValue, isReal: Bool, _ encoding: TextEncoding) -> ExactValue {
    switch value {
    case .null: .null
    case .integer(let number): isReal ? .real(Double(number)) : .integer(Int(number))
    case .real(let number): .real(number)
    case .blob(let bytes): .blob(bytes)
    case .text(let bytes): encoding.value(bytes)
    }
  }
}

extension TextEncoding {
  /// The text that a record of the file holds.
  func value(_ bytes: [UInt8]) -> ExactValue {
    switch self {
    case .utf8: .text(bytes)
    case .utf16(let isBigEndian): ExactValue(utf16: bytes, isBigEndian: isBigEndian)
    }
  }
}
