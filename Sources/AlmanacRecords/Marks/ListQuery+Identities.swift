// The identities of the records that a list shows: all of them, or the listed ones among some.
public import Databases
import LiveQueries
import StructuredQueries

/// The error that the identities of so many records would take too much memory.
public struct TooManyToMark: SentenceError, Hashable, Sendable {
  public var description: String { "they are too many to be marked at once" }
}

/// Which of the listed records are to be marked.
public enum MarkedPart: Hashable, Sendable {
  /// All.
  case all
  /// All unmarked records.
  case others(than: Set<RecordID>)
  /// Two records and all between them.
  case between(RecordID, RecordID)
  /// All records with the same value in a column as one of them.
  case equal(to: RecordID, in: String)
}

extension ListQuery {
  /// The most identities that are looked up one by one; more are found in one pass through the list.
  private static var mostLookups: Int { 1_000 }

  /// The identities of a part of the records in the list. Call inside a read. Throws `TooManyToMark`.
  public func identities(of part: MarkedPart = .all, _ db: Database) throws -> Set<RecordID> {
    var ids: Set<RecordID> = []
    var byteCount = 0
    func insert(_ id: RecordID) throws {
      byteCount += MemoryLayout<RecordID>.stride + id.byteCount
      guard byteCount <= CollectedPlaces.mostBytes else { throw TooManyToMark() }
      ids.insert(id)
    }
    switch part {
    case .all: try walk(isOrdered: false, db, insert)
    case .others(let marked): try walk(isOrdered: false, db) { if !marked.contains($0) { try insert($0) } }
    case .between(let first, let last):
      var isBetween = false
      try walk(isOrdered: true, db) { id in
        let isEnd = id == first || id == last
        if isBetween || isEnd { try insert(id) }
        if isEnd, first != last { isBetween.toggle() }
      }
      // One of both has left the list.
      if isBetween { ids = ids.intersection([first, last]) }
    case .equal(let id, let column):
      guard let value = try table.exactRow(id, db)?[column] else { return [] }
      let equal = with { $0.filter = RecordFilter.all([filter, RecordFilter(column: column, value: value)]) }
      try equal.walk(isOrdered: false, db, insert)
    }
    return ids
  }

  /// The identities among `ids` whose records are in the list. `isOrdered`: in the order of the list, otherwise in that
  /// of the table. Call inside a read.
  package func listed(among ids: Set<RecordID>, isOrdered: Bool, _ db: Database) throws -> [RecordID] {
    guard table.identity != .none, ids.count <= Self.mostLookups else {
      var listed: [RecordID] = []
      try walk(isOrdered: isOrdered, db) { if ids.contains($0) { listed.append($0) } }
      return isOrdered ? listed : listed.inTableOrder
    }
    // In the order of the table, so that each of its pages is read once.
    let places = try ids.inTableOrder.compactMap { id in try place(of: id, db).map { (id: id, key: $0) } }
    guard isOrdered else { return places.map(\.id) }
    // Only SQLite compares values as it does.
    return try places.sorted { try order.isBeyond($1.key, after: $0.key, in: table, db) }.map(\.id)
  }

  /// Hands the identities of all records in the list to `found`.
  private func walk(isOrdered: Bool, _ db: Database, _ found: (RecordID) throws -> Void) throws {
    let few = try table.candidates(search, db)?.few()
    var occurrences = Occurrences()
    try RecordReader(self, db).run(from: table.rows(among: few), [nil], isOrdered ? .down : nil) { row in
      try found(occurrences.numbered(table.identity(row)))
      return true
    }
  }
}
