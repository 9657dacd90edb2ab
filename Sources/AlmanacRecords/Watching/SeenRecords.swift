// The last seen records of a watched table or view, and the changes since then.
//
// The cycle: a look reads all records. Each is found by its key, or by its content without an identity, and compared by
// its hash. Records that the look did not meet have gone. A look with very many changes leaves the rest for the next
// one.
import Databases

/// The last seen records: the key and a hash of each, and values up to a limit.
///
/// Two records may have one key: records with equal content in a table without an identity, and texts that differ only
/// in invalid bytes. Their occurrence distinguishes them.
struct SeenRecords: SeenContents {
  let table: ListedTable
  /// The most bytes of values that are held.
  var capacity = 64 << 20
  /// The bytes of changes after which a look leaves the rest for the next one.
  var bytesOfALook = 4 << 20

  private struct Record {
    let key: [UInt8]
    var hash: Int
    /// The values; empty if they are not held.
    var image: [UInt8]
    /// The number of the look that found the present content.
    var look: Int
  }

  private var records: [Record] = []
  /// The position of each key among the records.
  private var places: [[UInt8]: Int] = [:]
  private(set) var isWhole = true
  private(set) var heldByteCount = 0
  private var lookCount = 0

  init(_ table: ListedTable) { self.table = table }

  /// Whether the table has no identity: then the values must be held, to report deleted records.
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
    var (key, content) = (RowImage(), RowImage())
    try RecordReader(ListQuery(table), db, reading: StatementColumns(read)).run { row in
      if table.isReadByRowID {
        try table.withRecord(table.identity(row), "SELECT \(table.columnList)", db) { record in
          if try record.step() { content.take(record, Array(table.columns.indices)) }
        }
      } else {
        content.take(row, table.cellFields)
      }
      if !isByContent { key.take(row, keys) }
      try take(isByContent ? Self.bytes(content.hash) : key.bytes, content, &look)
      return true
    }
    let gone = remove(&look)
    makeRoom()
    isWhole = !look.isFull
    return collects ? gone + look.events : []
  }

  /// The state of one look in progress.
  private struct Look {
    /// Whether each of the known records was met.
    var isMet: [Bool]
    /// The number of met records with one key, if there are several.
    var occurrences: [[UInt8]: UInt64] = [:]
    var events: [RecordEvent] = []
    var foundByteCount = 0
    let mostBytes: Int

    init(known: Int, mostBytes: Int) { (isMet, self.mostBytes) = (Array(repeating: false, count: known), mostBytes) }

    var isFull: Bool { foundByteCount >= mostBytes }
  }

  /// Compares the next record of the table.
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

  /// Removes the records that were not met, or some of them. Returns their events.
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

  /// Drops values, first of the records that have been unchanged for longest.
  private mutating func makeRoom() {
    guard heldByteCount > capacity / 8 * 7, !isByContent else { return }
    for place in records.indices.sorted(by: { records[$0].look < records[$1].look })
    where heldByteCount > capacity / 4 * 3 && records[place].look < lookCount {
      heldByteCount -= records[place].image.count
      records[place].image = []
    }
  }

  private func note(
    _ change: RecordEvent.Change, _ key: [UInt8], old: [ExactValue]?, _ content: RowImage, _ look: inout Look
  ) {
    guard look.mostBytes < .max else { return }
    look.foundByteCount += 64 + content.bytes.count
    look.events.append(RecordEvent(change: change, id: id(key), old: old, new: RowImage.values(content.bytes)))
  }

  private func values(_ record: Record) -> [ExactValue]? {
    record.image.isEmpty ? nil : RowImage.values(record.image)
  }

  private func id(_ key: [UInt8]) -> RecordID {
    if isByContent { return .key([]) }
    let values = RowImage.values(key).prefix(table.identity.columns.count)
    if case .rowID = table.identity, case .integer(let rowID)? = values.first { return .rowID(rowID) }
    return .key(Array(values))
  }

  private static func bytes(_ number: Int) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
}

/// The error that records without an identity are too large to watch: a watch must hold all their values.
public struct TooMuchToWatch: SentenceError {
  /// The watched table.
  public let table: String
  let capacity: Int

  public var description: String {
    "Nothing tells the records of \(table) apart, and they hold more than the \(capacity >> 20) MiB that a watch remembers."
  }
}
