// What was last seen of a table, and what has changed since.
//
// The cycle: a look walks the table in the order of its identities, beside the blocks that were seen -> each row is
// compared by its hash -> blocks in which nothing has changed stay, the others are built again -> the values of the
// blocks that have not changed for longest are dropped while too many are held. A look that finds very much stops there.
// The watch writes out what it has found, holds no lock meanwhile, and then goes on from there in another read.
import Databases
import StructuredQueries

/// The rows of a table as they were last seen: sixteen bytes of each, and values of theirs up to a bound.
struct SeenTable: SeenContents {
  let table: ListedTable
  /// At most this many bytes of values are held.
  var capacity = 64 << 20
  /// A look that has found so many bytes of changes stops.
  var bytesOfALook = 4 << 20

  private var blocks: [SeenBlock] = []
  /// Where a look has stopped: the last identity that it has passed, and the number of blocks up to there. `nil` where
  /// it has seen all.
  private var stop: (id: Int, blocks: Int)?
  private var lookCount = 0
  /// The schema's, when the table was last looked at.
  private var version = 0

  init(_ table: ListedTable) { self.table = table }

  /// Whether the last look has seen the table to its end.
  var isWhole: Bool { stop == nil }

  /// How many bytes of values are held.
  var heldByteCount: Int { blocks.reduce(0) { $0 + $1.imageByteCount } }

  /// How many rows make a block.
  private static var blockSize: Int { 512 }

  mutating func begin(_ db: Database) throws {
    blocks = []
    stop = nil
    version = try db.schemaVersion
    _ = try look(db, collects: false)
  }

  mutating func look(_ db: Database) throws -> [RecordEvent] {
    try renumbered(db) ?? look(db, collects: true)
  }

  /// What to tell where rows have got other rowids, as VACUUM may give them where these are no column: nothing, if they
  /// are the same rows, and otherwise only that. `nil` where each row that is still there has kept its own. VACUUM counts
  /// as a change of the schema.
  private mutating func renumbered(_ db: Database) throws -> [RecordEvent]? {
    let before = version
    version = try db.schemaVersion
    guard version != before, isWhole, table.hasLooseRowIDs else { return nil }
    var present = self
    try present.begin(db)
    let kept = Self.countOfCommon(rows { $0.hash(combining: $1) }, present.rows { $0.hash(combining: $1) })
    let (old, new) = (rows { $0.hash($1) }, present.rows { $0.hash($1) })
    let found = Self.countOfCommon(old, new)
    guard found > kept else { return nil }
    self = present
    return found == old.count && found == new.count ? [] : [RecordEvent(change: .renumbered, id: .key([]))]
  }

  /// A number for each row, in ascending order.
  private func rows(_ number: (SeenBlock, _ index: Int) -> Int) -> [Int] {
    blocks.flatMap { block in (0..<block.count).map { number(block, $0) } }.sorted()
  }

  /// How many numbers are in both, each as often as it is in both.
  private static func countOfCommon(_ a: [Int], _ b: [Int]) -> Int {
    var (next, count) = (0, 0)
    for number in a {
      while next < b.count, b[next] < number { next += 1 }
      guard next < b.count else { break }
      if b[next] == number { (next, count) = (next + 1, count + 1) }
    }
    return count
  }

  private mutating func look(_ db: Database, collects: Bool) throws -> [RecordEvent] {
    lookCount += 1
    var merge = Merge(
      seen: Array(blocks[..<(stop?.blocks ?? 0)]), old: Array(blocks[(stop?.blocks ?? 0)...]), look: lookCount,
      capacity: capacity, bytesOfALook: bytesOfALook, events: collects ? [] : nil)
    guard case .rowID(let name) = table.identity else {
      preconditionFailure("\(table.name) has no rowids to watch it by.")
    }
    let rowID = name.quotedName
    let beyond = stop == nil ? "" : " WHERE \(rowID) > ?"
    let isWhole = try db.withStatement(
      "SELECT \(table.listedColumns.joined(separator: ", ")) FROM \(table.quoted)\(beyond) ORDER BY \(rowID)"
    ) { statement in
      if let stop { try statement.bind(stop.id, at: 1) }
      var last = stop?.id
      var image = RowImage()
      var walked = 0
      while try statement.step() {
        walked += 1
        if walked & 0x3FF == 0 { try db.checkCancellation() }
        image.take(statement, table.cellFields)
        let id = statement.integer(0)
        guard last.map({ $0 < id }) ?? true else {
          throw DatabaseError.damaged("the records do not stand in the order of their identities")
        }
        last = id
        guard merge.take(id, image) else { return false }
      }
      return merge.end()
    }
    stop = isWhole ? nil : merge.stop()
    blocks = merge.seen + merge.rest
    return merge.events ?? []
  }
}

extension SeenTable {
  /// One look under way: the rows of the table come one by one, in the order of their identities.
  private struct Merge {
    /// What has been passed, as it is now.
    private(set) var seen: [SeenBlock]
    /// What was seen; the blocks before `next` have been passed.
    private var old: [SeenBlock]
    private var next = 0
    /// How many rows of the block at `next` have been passed.
    private var passed = 0
    /// The rows passed of the block at `next`, from where it is not any more what it was; `nil` while it is.
    private var changed: SeenBlock?
    private let look: Int
    private let capacity: Int
    private var heldByteCount: Int
    /// `nil` where the caller does not ask.
    private(set) var events: [RecordEvent]?
    /// How many bytes of rows the events tell of.
    private var foundByteCount = 0
    private let bytesOfALook: Int
    /// The last identity that was passed.
    private var lastID = 0

    init(
      seen: [SeenBlock], old: [SeenBlock], look: Int, capacity: Int, bytesOfALook: Int, events: [RecordEvent]?
    ) {
      (self.seen, self.old, self.look) = (seen, old, look)
      (self.capacity, self.bytesOfALook, self.events) = (capacity, bytesOfALook, events)
      heldByteCount = (seen + old).reduce(0) { $0 + $1.imageByteCount }
    }

    /// What has not been passed.
    var rest: [SeenBlock] { Array(old[next...]) }

    private var isFull: Bool { foundByteCount >= bytesOfALook }

    /// The next row of the table. Returns whether more can be taken.
    mutating func take(_ id: Int, _ image: RowImage) -> Bool {
      while next < old.count {
        while passed < old[next].count, old[next].ids[passed] < id {
          if isFull { return false }
          passGone()
        }
        guard passed == old[next].count else { break }
        finishBlock()
      }
      if isFull { return false }
      lastID = id
      if next < old.count, old[next].ids[passed] == id {
        if old[next].hash(passed) == image.hash {
          changed?.append(old[next], passed..<passed + 1)
        } else {
          note(.update, id, old: old[next].values(passed), image)
          beginChange()
          changed?.append(id, image)
        }
        passed += 1
      } else {
        note(.insert, id, old: nil, image)
        beginChange()
        changed?.append(id, image)
      }
      // Not to hold very many before they are counted.
      if let block = changed, block.count >= 8 * blockSize || block.imageByteCount >= SeenBlock.longestImage {
        changed = SeenBlock(look: look)
        push(block)
      }
      return true
    }

    /// The table has no more rows. Returns whether all was passed on.
    mutating func end() -> Bool {
      while next < old.count {
        while passed < old[next].count {
          if isFull { return false }
          passGone()
        }
        finishBlock()
      }
      if let changed { push(changed) }
      changed = nil
      return true
    }

    /// The look stops behind the last row: what lies beyond stays as it was seen.
    mutating func stop() -> (id: Int, blocks: Int) {
      if next < old.count, passed > 0 {
        let block = old[next]
        if changed == nil { push(block.part(0..<passed)) }
        old[next] = block.part(passed..<block.count)
        passed = 0
        if old[next].count == 0 { next += 1 }
      }
      if let changed { push(changed) }
      changed = nil
      return (lastID, seen.count)
    }

    /// A row that was seen is not there any more.
    private mutating func passGone() {
      beginChange()
      lastID = old[next].ids[passed]
      if events != nil {
        foundByteCount += 64 + old[next].imageByteCount(passed)
        events?.append(RecordEvent(change: .delete, id: .rowID(lastID), old: old[next].values(passed), new: nil))
      }
      passed += 1
    }

    private mutating func beginChange() {
      guard changed == nil else { return }
      var block = SeenBlock(look: look)
      if next < old.count { block.append(old[next], 0..<passed) }
      changed = block
    }

    /// All rows of the block at `next` have been passed.
    private mutating func finishBlock() {
      heldByteCount -= old[next].imageByteCount
      push(changed ?? old[next])
      changed = nil
      passed = 0
      next += 1
    }

    private mutating func note(_ change: RecordEvent.Change, _ id: Int, old: [SQLiteValue]?, _ image: RowImage) {
      guard events != nil else { return }
      foundByteCount += 64 + image.bytes.count
      events?.append(RecordEvent(change: change, id: .rowID(id), old: old, new: RowImage.values(image.bytes)))
    }

    /// Adds a block to what has been seen, with the one before it where both are small, in pieces where it is large.
    private mutating func push(_ block: SeenBlock) {
      guard block.count > 0 else { return }
      heldByteCount += block.imageByteCount
      if let last = seen.last, last.count + block.count <= blockSize {
        var both = SeenBlock(look: max(last.look, block.look))
        both.append(last, 0..<last.count)
        both.append(block, 0..<block.count)
        seen[seen.count - 1] = both
      } else if block.count <= 2 * blockSize {
        seen.append(block.look == look ? block.part(0..<block.count) : block)
      } else {
        for start in stride(from: 0, to: block.count, by: blockSize) {
          seen.append(block.part(start..<min(start + blockSize, block.count)))
        }
      }
      if heldByteCount > capacity { dropImages() }
    }

    /// Drops the values of blocks, of those first that have been as they are for longest, and of lower identities: what
    /// is new is changed more often.
    private mutating func dropImages() {
      let ages = seen.indices.map { (seen[$0].look, $0) } + (next..<old.count).map { (old[$0].look, seen.count + $0) }
      for (_, index) in ages.sorted(by: <) where heldByteCount > capacity / 8 * 7 {
        if index < seen.count {
          heldByteCount -= seen[index].imageByteCount
          seen[index].dropImages()
        } else {
          heldByteCount -= old[index - seen.count].imageByteCount
          old[index - seen.count].dropImages()
        }
      }
    }
  }
}
