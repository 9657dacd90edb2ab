// The identities of all records of a list in list order, collected once.
//
// If no index provides the order, or if only a scan finds the hits of a search, each page would need a pass through the
// whole table. With collected identities a page is found by its place, and its rows are read in their present state.
import Databases
import LiveQueries
import StructuredQueries

/// Identities in an order. Rowids take a third of the memory of other identities.
struct FoundIdentities: Sendable {
  private var numbers: [Int] = []
  private var others: [RecordID] = []

  /// About how much memory the identities take, in bytes.
  private(set) var byteCount = 0

  var count: Int { numbers.count + others.count }

  /// All identities as rowids; nil if any is not a rowid.
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

  /// Whether `whole` contains these identities in the same order.
  func isPart(of whole: FoundIdentities) -> Bool {
    Self.isPart(numbers, of: whole.numbers) && Self.isPart(others, of: whole.others)
  }

  private static func isPart<Element: Equatable>(_ part: [Element], of whole: [Element]) -> Bool {
    guard part.count <= whole.count else { return false }
    var place = 0
    for element in whole {
      if place == part.count { break }
      if part[place] == element { place += 1 }
    }
    return place == part.count
  }
}

/// The place of each record of a list at one moment.
public final class CollectedPlaces: Sendable {
  /// The list.
  public let list: ListQuery
  private let identities: FoundIdentities
  /// Whether all records of the list are collected.
  public let isWhole: Bool
  /// Whether the table has so few rows that each page is read as fast without places.
  public let isOfFewRows: Bool

  /// The most rows scanned at once while a person waits.
  static let rowsAtOnce = 1 << 14
  /// The most memory that the places take, in bytes: enough for 16 million rowids or about a million short texts.
  static let mostBytes = 128 << 20

  init(_ list: ListQuery, _ identities: FoundIdentities, isWhole: Bool, isOfFewRows: Bool = false) {
    (self.list, self.identities, self.isWhole, self.isOfFewRows) = (list, identities, isWhole, isOfFewRows)
  }

  /// The number of collected records.
  public var count: Int { identities.count }

  subscript(place: Int) -> RecordID { identities[place] }

  /// Whether the list has only lost records since `earlier` was collected: the remaining records have the same order.
  public func hasOnlyLost(since earlier: CollectedPlaces) -> Bool {
    self === earlier || list == earlier.list && identities.isPart(of: earlier.identities)
  }

  /// The range of places for a window; nil if the collected places can't tell it.
  func range(of window: RecordsWindow) -> Range<Int>? {
    let size = window.before + window.after
    switch window.anchor {
    case .start: return 0..<min(count, size)
    case .end: return isWhole ? max(0, count - size)..<count : nil
    case .around, .left:
      guard let place = place(of: window.anchor), isWhole || place + window.after <= count else { return nil }
      return max(0, place - window.before)..<min(count, place + window.after)
    }
  }

  private func place(of anchor: WindowAnchor) -> Int? {
    switch anchor {
    case .start, .end: nil
    case .around(let key): place(of: key)
    case .left(let record): record.id.map { identities.firstIndex(of: $0) } ?? place(of: record.key)
    }
  }

  /// The place of the record with this key. A key ends with the record's identity.
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
  /// Whether only a scan of the whole table finds the hits of the search.
  public var isFoundByScan: Bool {
    search.readsTexts && table.style.search.index == nil && table.identity != .none
  }

  /// Whether no index provides the order: each page takes a pass through the whole table until its place is known.
  public var isSortedByScan: Bool { !order.isIndexed && table.identity != .none }

  /// Whether pages are found by collected places.
  public var needsPlaces: Bool { isFoundByScan || isSortedByScan }
}
