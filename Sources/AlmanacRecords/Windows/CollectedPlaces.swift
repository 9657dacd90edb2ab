// The identities of all records of a list in their order, collected once.
//
// Where no index gives an order, and where only a scan tells what a search finds, each page would go through the whole
// table. With these a page is found by its place, and its rows are read as they are now.
import Databases
import LiveQueries
import StructuredQueries

/// Identities in some order. Rowids take a third of the memory.
struct FoundIdentities: Sendable {
  private var numbers: [Int] = []
  private var others: [RecordID] = []

  /// About how much memory they take.
  private(set) var byteCount = 0

  var count: Int { numbers.count + others.count }

  /// All of them, where they are rowids.
  var rowIDs: [Int]? { others.isEmpty ? numbers : nil }

  subscript(place: Int) -> RecordID { others.isEmpty ? .rowID(numbers[place]) : others[place] }

  mutating func append(_ id: RecordID) {
    if let rowID = id.rowID {
      numbers.append(rowID)
      byteCount += MemoryLayout<Int>.size
    } else {
      others.append(id)
      byteCount += MemoryLayout<RecordID>.stride + id.byteCount
    }
  }

  func firstIndex(of id: RecordID) -> Int? {
    id.rowID.map { numbers.firstIndex(of: $0) } ?? others.firstIndex(of: id)
  }

  /// Whether these are others of which some, or none, have been taken out: what is left stands in the same order.
  func isRest(of others: FoundIdentities) -> Bool {
    Self.isRest(numbers, of: others.numbers) && Self.isRest(self.others, of: others.others)
  }

  private static func isRest<ID: Equatable>(_ rest: [ID], of all: [ID]) -> Bool {
    var next = rest.startIndex
    for id in all where next < rest.endIndex && rest[next] == id { next += 1 }
    return next == rest.endIndex
  }
}

/// Where each record of a list stood at one moment.
public final class CollectedPlaces: Sendable {
  /// The list.
  public let list: ListQuery
  private let identities: FoundIdentities
  /// Whether these are all records that the list shows.
  public let isWhole: Bool
  /// Whether the table has so few rows that each page is read as fast without this.
  public let isOfFewRows: Bool

  /// No more rows than these are gone through at once, while a person waits.
  static let rowsAtOnce = 1 << 14
  /// How much memory the places may take: 16 million rowids, or about a million short texts.
  static let mostBytes = 128 << 20

  init(_ list: ListQuery, _ identities: FoundIdentities, isWhole: Bool, isOfFewRows: Bool = false) {
    (self.list, self.identities, self.isWhole, self.isOfFewRows) = (list, identities, isWhole, isOfFewRows)
  }

  /// How many records the list has.
  public var count: Int { identities.count }

  subscript(place: Int) -> RecordID { identities[place] }

  /// Whether nothing has come to the same list, or moved in it, since it stood as `former` says: records can only have
  /// gone.
  public func onlyLostRecords(since former: CollectedPlaces) -> Bool {
    self === former || list == former.list && identities.isRest(of: former.identities)
  }

  /// The places that a window wants; `nil` where they do not tell.
  func range(of window: RecordsWindow) -> Range<Int>? {
    let size = window.before + window.after
    switch window.anchor {
    case .start: return 0..<min(count, size)
    case .end: return isWhole ? max(0, count - size)..<count : nil
    case .around(let key):
      guard let place = place(of: key), isWhole || place + window.after <= count else { return nil }
      return max(0, place - window.before)..<min(count, place + window.after)
    }
  }

  /// The place of the record with this key, which ends with the record's identity.
  private func place(of key: RowKey) -> Int? {
    let values = Array(key.values.suffix(list.table.identityColumns.count))
    if case .rowID = list.table.identity {
      guard case .integer(let rowID)? = values.last else { return nil }
      return identities.firstIndex(of: .rowID(rowID))
    }
    return identities.firstIndex(of: .key(values.map(\.asKey)))
  }
}

extension CollectedPlaces: Hashable {
  public static func == (a: CollectedPlaces, b: CollectedPlaces) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ListQuery {
  /// Whether only a scan of the whole table tells which records a search finds.
  public var isFoundByScan: Bool {
    !search.isEmpty && table.style.searchIndex == nil && table.identity != .none
  }

  /// Whether no index gives the order, so that each page takes a pass through the whole table, until its place is known.
  public var isSortedByScan: Bool { !order.isIndexed && table.identity != .none }

  /// Whether pages are found by collected places.
  public var needsPlaces: Bool { isFoundByScan || isSortedByScan }
}
