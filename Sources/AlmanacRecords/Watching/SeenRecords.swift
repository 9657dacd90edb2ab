// What was last seen of a table or view that has no rowids to walk it by, and what has changed since.
//
// The cycle: a look reads all records -> each is looked up by its key, or by its content where nothing identifies it, and
// compared by its hash -> those that were not met have gone. A look that finds very much leaves the rest as it was: the
// next one finds that.
import Databases

/// The records as they were last seen: of each its key and a hash, and values up to a bound.
///
/// Two records may have one key: those that nothing identifies, with the same content, and texts that differ only in
/// what is not valid. Their occurrence tells them apart.
struct SeenRecords: SeenContents {
  let table: ListedTable
  /// At most this many bytes of values are held.
  var capacity = 64 << 20
  /// A look that has found so many bytes of changes leaves the rest to the next.
  var bytesOfALook = 4 << 20

  private struct Record {
    let key: [UInt8]
    var hash: Int
    /// What it holds; empty where that is not held.
    var image: [UInt8]
    /// The number of the look in which it came to be what it is.
    var look: Int
  }

  private var records: [Record] = []
  /// Where each key stands among the records.
  private var places: [[UInt8]: Int] = [:]
  private(set) var isWhole = true
  private(set) var heldByteCount = 0
  private var lookCount = 0

  init(_ table: ListedTable) { self.table = table }

  /// Whether nothing identifies a record: then its values must be held, to tell what has gone.
  private var isByContent: Bool { table.identity.columns.isEmpty }

  mutating func begin(_ db: Database) throws {
    (records, places, heldByteCount) = ([], [:], 0)
    _ = try look(db, collects: false)
  }

  mutating func look(_ db: Database) throws -> [RecordEvent] { try look(db, collects: true) }

  private mutating func look(_ db: Database, collects: Bool) throws -> [RecordEvent] {
    lookCount += 1
    let keys = Array(table.identityColumns.indices)
    var look = Look(known: records.count, mostBytes: collects ? bytesOfALook : .max)
    let read = table.isReadByRowID ? table.identityColumns : table.listedColumns
    try db.withStatement("SELECT \(read.joined(separator: ", ")) FROM \(table.quoted)") { statement in
      var (key, content) = (RowImage(), RowImage())
      var walked = 0
      while try statement.step() {
        walked += 1
        if walked & 0x3FF == 0 { try db.checkCancellation() }
        if table.isReadByRowID {
          try table.withRecord(table.identity(statement), "SELECT \(table.columnList)", db) { record in
            if try record.step() { content.take(record, Array(table.columns.indices)) }
          }
        } else {
          content.take(statement, table.cellFields)
        }
        if !isByContent { key.take(statement, keys) }
        try take(isByContent ? Self.bytes(content.hash) : key.bytes, content, &look)
      }
    }
    let gone = remove(&look)
    makeRoom()
    isWhole = !look.isFull
    return collects ? gone + look.events : []
  }

  /// One look under way.
  private struct Look {
    /// Whether each of the records was met.
    var isMet: [Bool]
    /// How many records have been met that have one key, where there are several.
    var occurrences: [[UInt8]: UInt64] = [:]
    var events: [RecordEvent] = []
    var foundByteCount = 0
    let mostBytes: Int

    init(known: Int, mostBytes: Int) { (isMet, self.mostBytes) = (Array(repeating: false, count: known), mostBytes) }

    var isFull: Bool { foundByteCount >= mostBytes }
  }

  /// The next record of the table.
  private mutating func take(_ key: [UInt8], _ content: RowImage, _ look: inout Look) throws {
    var place = places[key]
    var full = key
    if let first = place, look.isMet[first] {
      let occurrence = look.occurrences[key, default: 1]
      look.occurrences[key] = occurrence + 1
      full = key + Self.bytes(Int(occurrence))
      place = places[full]
    }
    if let place {
      look.isMet[place] = true
      guard records[place].hash != content.hash, !look.isFull else { return }
      note(.update, full, old: values(records[place]), content, &look)
      heldByteCount -= records[place].image.count
      records[place] = try record(full, content)
    } else if !look.isFull {
      note(.insert, full, old: nil, content, &look)
      places[full] = records.count
      records.append(try record(full, content))
      look.isMet.append(true)
    }
  }

  private mutating func record(_ key: [UInt8], _ content: RowImage) throws -> Record {
    let isHeld =
      isByContent || content.bytes.count <= RowImage.longestKept && heldByteCount + content.bytes.count <= capacity
    if isHeld { heldByteCount += content.bytes.count }
    if isByContent, heldByteCount > capacity { throw TooMuchToWatch(table: table.name, capacity: capacity) }
    return Record(key: key, hash: content.hash, image: isHeld ? content.bytes : [], look: lookCount)
  }

  /// Removes the records that were not met, or some of them. Returns what to report about them.
  private mutating func remove(_ look: inout Look) -> [RecordEvent] {
    var gone: [RecordEvent] = []
    for place in records.indices where !look.isMet[place] {
      guard !look.isFull else {
        look.isMet[place] = true
        continue
      }
      look.foundByteCount += 64 + records[place].image.count
      gone.append(RecordEvent(change: .delete, id: id(records[place].key), old: values(records[place]), new: nil))
      heldByteCount -= records[place].image.count
    }
    guard !gone.isEmpty else { return [] }
    records = zip(records, look.isMet).filter(\.1).map(\.0)
    places = Dictionary(uniqueKeysWithValues: zip(records.lazy.map(\.key), records.indices))
    return gone
  }

  /// Drops values, of those records first that have been as they are for longest.
  private mutating func makeRoom() {
    guard heldByteCount > capacity / 8 * 7, !isByContent else { return }
    for place in records.indices.sorted(by: { records[$0].look < records[$1].look })
    where heldByteCount > capacity / 4 * 3 && records[place].look < lookCount {
      heldByteCount -= records[place].image.count
      records[place].image = []
    }
  }

  private func note(
    _ change: RecordEvent.Change, _ key: [UInt8], old: [SQLiteValue]?, _ content: RowImage, _ look: inout Look
  ) {
    guard look.mostBytes < .max else { return }
    look.foundByteCount += 64 + content.bytes.count
    look.events.append(RecordEvent(change: change, id: id(key), old: old, new: RowImage.values(content.bytes)))
  }

  private func values(_ record: Record) -> [SQLiteValue]? {
    record.image.isEmpty ? nil : RowImage.values(record.image)
  }

  private func id(_ key: [UInt8]) -> RecordID {
    if isByContent { return .key([]) }
    let values = RowImage.values(key).prefix(table.identity.columns.count)
    if case .rowID = table.identity, case .integer(let rowID)? = values.first { return .rowID(rowID) }
    return .key(values.map(ExactValue.init))
  }

  private static func bytes(_ number: Int) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
}

/// Records that nothing identifies are known by what they hold: a watch can't follow more than it can hold.
public struct TooMuchToWatch: SentenceError {
  /// The table that is watched.
  public let table: String
  let capacity: Int

  public var description: String {
    "Nothing tells the records of \(table) apart, and they hold more than the \(capacity >> 20) MiB that a watch remembers."
  }
}

extension ExactValue {
  fileprivate init(_ value: SQLiteValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .text(text)
      case .blob(let bytes): .blob(bytes)
      }
  }
}
