// A value that is too long to hold: it stays in the file and is read in parts.
public import Databases

/// A long text or blob of a record.
public struct LongValue: Hashable, Sendable {
  let table: String
  let column: String
  let rowID: Int
  /// The number of bytes.
  public let byteCount: Int

  /// The first bytes; nil if the value is gone. Call inside a read.
  package func start(_ length: Int, _ db: Database) throws -> [UInt8]? {
    try db.withValue(of: column, in: table, rowID: rowID) { try $0.bytes(0..<min(length, $0.byteCount)) }
  }

  /// Writes all bytes to a new file, in parts (see `ValueFile`). Returns their number. Call inside a read.
  public func write(to path: String, _ db: Database) throws -> Int {
    let written = try db.withValue(of: column, in: table, rowID: rowID) { value in
      try ValueFile.write(value.byteCount, to: path) { try value.bytes($0) }
    }
    guard let written else { throw NewFile.Failure(description: "The value is no longer there.") }
    return written
  }
}

extension ListedTable {
  /// The record for display. Of a text or blob with more than `length` bytes it has only the beginning; `stored` has
  /// the location of the whole value. Values that SQLite can't read in parts are whole, and so are values of keys and
  /// foreign keys. Call inside a read.
  func excerpts(
    of id: RecordID, length: Int, _ db: Database
  ) throws -> (row: ExactRow, columns: [String], stored: [String: LongValue])? {
    do {
      return try db.limitingValues(to: length) { try exactRow(id, db) }.map { ($0, $0.columns, [:]) }
    } catch let error as DatabaseError where error.isTooLarge {
      let stored = try storedValues(of: id, length: length, db)
      if stored.isEmpty { return try exactRow(id, db).map { ($0, $0.columns, [:]) } }
      return try excerpts(of: id, stored, length: length, db)
    }
  }

  /// The values of a record that are longer than `length` and can be read in parts. Empty if the names of two columns
  /// differ only in their bytes.
  func storedValues(of id: RecordID, length: Int, _ db: Database) throws -> [String: LongValue] {
    guard let rowID = id.rowID, try db.textEncoding == .utf8 else { return [:] }
    let columns = try inFile(db).columns
    guard Set(columns).count == columns.count else { return [:] }
    let kept = Set(
      identity.columns + style.relations.references.flatMap(\.columns) + style.relations.naming.flatMap(\.namedColumns))
    var stored: [String: LongValue] = [:]
    for column in columns where !kept.contains(column) {
      let count = try db.withValue(of: column, in: name, rowID: rowID) { $0.byteCount }
      guard let count, count > length else { continue }
      stored[column] = LongValue(table: name, column: column, rowID: rowID, byteCount: count)
    }
    return stored
  }

  private func excerpts(
    of id: RecordID, _ stored: [String: LongValue], length: Int, _ db: Database
  ) throws -> (row: ExactRow, columns: [String], stored: [String: LongValue])? {
    let columns = try inFile(db).columns
    // SQLite tells the class of a value without reading it.
    let read = columns.map { stored[$0] == nil ? $0.quotedName : "typeof(\($0.quotedName))" }
    return try withRecord(id, "SELECT \(read.joined(separator: ", "))", db) { statement in
      guard try statement.step() else { return nil }
      var row = ExactRow()
      for (place, column) in columns.enumerated() {
        guard let value = stored[column] else {
          row[column] = statement.exactValue(place)
          continue
        }
        let start = try value.start(length, db) ?? []
        row[column] = statement.text(place) == "blob" ? .blob(start) : .text(start.droppingCutCharacter)
      }
      return (row, columns, stored)
    }
  }
}

extension [UInt8] {
  /// UTF-8 without the last character, which may be incomplete.
  fileprivate var droppingCutCharacter: [UInt8] { Array(self[..<(lastIndex { $0 & 0xC0 != 0x80 } ?? 0)]) }
}
