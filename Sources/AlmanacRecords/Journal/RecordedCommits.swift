// The commits of a record, as events of a journal.
//
//   lines ──> the events of each commit ── a mark ──> their moment, and SQLite's count of commits after each
//   a mark whose count does not follow from the one before ──> a note in the next commit: something is missing
import Databases

/// A record of commits that another program has kept.
public struct RecordedCommits: Sendable {
  /// The number of the last recorded commit.
  public let number: Int
  /// Whether a program keeps it now.
  public let isKept: @Sendable () -> Bool
  /// The end of the record: whole lines, with at most so many bytes. Throws if it is none of this file.
  public let end: @Sendable (_ byteLimit: Int) throws -> String

  /// Makes a record of its parts.
  public init(
    number: Int, isKept: @escaping @Sendable () -> Bool, end: @escaping @Sendable (_ byteLimit: Int) throws -> String
  ) { (self.number, self.isKept, self.end) = (number, isKept, end) }
}

/// The error that a record is damaged.
struct DamagedRecord: Error, CustomStringConvertible {
  let description = "it is damaged"
}

/// A commit of a record.
struct RecordedCommit {
  var number: Int
  var events: [JournalEntry.Event]
  /// The moment by which it was recorded, in seconds since 1970.
  var seenAt: Double = 0
  /// SQLite's count of the file's commits after it; nil if the record does not say.
  var count: UInt32?

  /// Adds that commits before it may be missing.
  mutating func noteGap(_ reason: String) { events.insert(.note(table: nil, .unknownCommit(reason)), at: 0) }

  /// Why commits are missing.
  static let gap = "other commits before it were not recorded"
}

/// Reads the commits of a record.
struct RecordedCommitReader {
  private var tables: RecordedTables
  private(set) var commits: [RecordedCommit] = []
  /// The commits behind the last mark.
  private var unmarked: [RecordedCommit] = []
  private var mark: (commit: Int, count: UInt32?)?
  private var gap: String?
  /// Whether a whole commit comes next: the text may begin in the middle of one.
  private var isWhole = false

  init(_ tables: RecordedTables) { self.tables = tables }

  /// Reads lines. What no mark follows is left out.
  mutating func read(_ text: String) throws {
    for line in text.split(separator: "\n") {
      do { try take(RecordedLine(line)) } catch { throw DamagedRecord() }
    }
  }

  private mutating func take(_ line: RecordedLine) throws {
    switch line {
    case .head:
      if !isWhole { unmarked = [] }
      isWhole = true
    case .row(let table, let key, let before, let after, let commit):
      let (changed, row) = try tables.row(of: table, key, before, after)
      add(.row(changed, row), to: commit)
    case .schema(let change, let commit): add(.schema(change), to: commit)
    case .unknown(nil, let reason, let commit) where commit == mark?.commit && unmarked.isEmpty: gap = reason
    case .unknown(let table, let reason, let commit): add(.note(table: table, .unknownCommit(reason)), to: commit)
    case .mark(let commit, let moment, let count): end(commit, at: moment, count)
    }
  }

  private mutating func add(_ event: JournalEntry.Event, to commit: Int) {
    if unmarked.last?.number != commit { unmarked.append(RecordedCommit(number: commit, events: [])) }
    unmarked[unmarked.count - 1].events.append(event)
  }

  private mutating func end(_ commit: Int, at moment: String, _ count: UInt32?) {
    if !isWhole { (isWhole, unmarked) = (true, []) }
    if let mark, mark.count.map({ $0 &+ UInt32(truncatingIfNeeded: commit - mark.commit) }) != count || count == nil {
      gap = gap ?? RecordedCommit.gap
    }
    if let gap, !unmarked.isEmpty {
      unmarked[0].noteGap(gap)
      self.gap = nil
    }
    let seenAt = Timestamp(text: moment).secondsSince1970 ?? 0
    for var recorded in unmarked {
      recorded.seenAt = seenAt
      recorded.count = count.map { $0 &- UInt32(truncatingIfNeeded: commit - recorded.number) }
      commits.append(recorded)
    }
    (unmarked, mark) = ([], (commit, count))
  }

  /// Why commits behind the last one may be missing, if SQLite's count is this by now; nil if none are. `count`: nil if
  /// it can't be compared.
  func reasonOfGap(until count: UInt32?) -> String? {
    if let gap { return gap }
    return count != nil && mark?.count == count
      ? nil : "other programs may have changed the file since the record ended"
  }

  /// Leaves out the commits that SQLite counts after `count`, since another list has them.
  mutating func drop(after count: UInt32) {
    guard let place = commits.firstIndex(where: { $0.count.map { $0.isAfter(count) } ?? false }) else { return }
    commits.removeSubrange(place...)
    mark = commits.last.map { ($0.number, $0.count) } ?? (0, count)
  }
}

/// The tables of recorded rows, in the shape that they have now if it has the same columns.
struct RecordedTables {
  private struct Known {
    let table: ChangedRows.Table
    let rowID: String?
  }

  private let shapes: [String: TableShape]
  private var known: [String: Known] = [:]

  /// The virtual tables whose modules keep data in tables: the record does not have it.
  let modules: [String]

  init(_ db: Database) throws {
    let all = try TableShape.all(db)
    shapes = Dictionary(all.map { ($0.name.lowercasedASCII, $0) }) { first, _ in first }
    let hasShadows = all.contains { $0.kind == .shadow }
    modules = hasShadows ? all.filter { $0.kind == .virtual }.map(\.name.lowercasedASCII) : []
  }

  /// The row of a line, and its table.
  mutating func row(
    of name: String, _ key: [RecordedLine.Member], _ before: [RecordedLine.Member]?, _ after: [RecordedLine.Member]?
  ) throws -> (ChangedRows.Table, ChangedRows.Row) {
    let columns = (before ?? after ?? []).map(\.name)
    let found = table(name, columns, key)
    func values(_ members: [RecordedLine.Member]?) throws -> [ExactValue]? {
      guard let members else { return nil }
      if members.map(\.name) == found.table.columns { return members.map(\.value) }
      let named = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
      return try found.table.columns.map { column in
        guard let value = named[column] else { throw RecordedLine.Damaged() }
        return value
      }
    }
    var row = ChangedRows.Row(rowID: nil, before: try values(before), after: try values(after))
    if let column = found.rowID, let value = (before ?? after)?.first(where: { $0.name == column })?.value {
      if case .integer(let rowID) = value { row.rowID = rowID }
    } else if found.table.key.isEmpty, key.count == 1, case .integer(let rowID) = key[0].value {
      row.rowID = rowID
    }
    return (found.table, row)
  }

  private mutating func table(_ name: String, _ columns: [String], _ key: [RecordedLine.Member]) -> Known {
    let place = name + "\0" + columns.joined(separator: "\0")
    if let known = known[place] { return known }
    var made = Known(
      table: ChangedRows.Table(name, columns: columns, key: key.map(\.name).filter(columns.contains)), rowID: nil)
    if let shape = shapes[name.lowercasedASCII] {
      let compared = ComparedTable(old: nil, new: shape, definitions: (nil, nil), owner: nil)
      if Set(compared.table.columns) == Set(columns) {
        var rowID: String?
        if case .rowID(let column) = shape.identity, columns.contains(column) { rowID = column }
        made = Known(table: compared.table, rowID: rowID)
      }
    }
    known[place] = made
    return made
  }
}
