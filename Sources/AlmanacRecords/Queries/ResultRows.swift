// The rows of a query's result in a temporary table, in the order of the result.
//
//   change of the result ──> rows by their places ──> rows by their ids ──> small writes

import Databases
import LiveResults

/// The rows of a result in their table. A row keeps its id as long as it is in the result.
///
/// The order of the table is a column of numbers with gaps. A row that comes between two others gets a number between
/// theirs; when a gap is used up, all rows are numbered again.
struct ResultRows: Sendable {
  let names: ResultNames
  /// The ids of the rows, in the order of the result.
  private(set) var ids: [Int] = []
  private var lastID = 0

  /// The difference between the numbers of two neighbours at first.
  private static let gap = 1 << 32

  init(_ names: ResultNames) { self.names = names }

  /// The index of a row in the result; nil if it is gone.
  func place(of id: Int) -> Int? { ids.firstIndex(of: id) }

  /// The result has rows at other places than its changes say.
  struct Mismatch: Error {}

  // MARK: Writing

  /// Adds rows at the end.
  mutating func append(_ rows: [ResultRow], _ db: Database) throws {
    try db.withStatement(names.insertion) { statement in
      for row in rows {
        lastID += 1
        ids.append(lastID)
        try statement.run([.integer(lastID), .integer(ids.count * Self.gap)] + row.values)
      }
    }
  }

  /// A row that is at another place, or has come.
  private struct Arrival {
    var place: Int
    var id: Int
    /// The new content; nil if it is as before.
    var row: ResultRow?
    var isNew: Bool
  }

  /// Takes in a change of the result.
  mutating func apply(_ change: ResultChange, _ db: Database) throws {
    var gone: [Int] = []
    var left: [Int] = []
    var arrivals: [Arrival] = []
    func id(at place: Int) throws -> Int {
      guard ids.indices.contains(place) else { throw Mismatch() }
      return ids[place]
    }
    for row in change.rows {
      let id = try row.placeBefore.map(id(at:))
      if let place = row.placeBefore { left.append(place) }
      guard let place = row.placeAfter else {
        if let id { gone.append(id) }
        continue
      }
      if id == nil { lastID += 1 }
      arrivals.append(Arrival(place: place, id: id ?? lastID, row: row.after, isNew: id == nil))
    }
    for move in change.moves {
      left.append(move.from)
      arrivals.append(Arrival(place: move.to, id: try id(at: move.from), isNew: false))
    }
    if left.isEmpty, arrivals.isEmpty { return }
    arrivals.sort { $0.place < $1.place }
    left.sort()
    // Rows that stay at their places are the usual case, and leave a long list as it is.
    let stay = left.count == arrivals.count && zip(left, arrivals).allSatisfy { $0 == $1.place && ids[$0] == $1.id }
    if !stay { ids = try Self.merge(ids, without: left, with: arrivals) }
    try db.withStatement(names.deletion) { statement in
      for id in gone { try statement.run([.integer(id)]) }
    }
    let numbers = try numbers(for: arrivals, db)
    for (index, arrival) in arrivals.enumerated() {
      let number = ExactValue.integer(numbers?[index] ?? 0)
      if let row = arrival.row {
        try db.withStatement(arrival.isNew ? names.insertion : names.update) { statement in
          try statement.run([.integer(arrival.id), number] + row.values)
        }
      } else {
        try db.withStatement(names.renumbering) { try $0.run([.integer(arrival.id), number]) }
      }
    }
    if numbers == nil { try renumber(db) }
  }

  /// The ids without those at some places, and with those of the arrivals at theirs.
  private static func merge(_ ids: [Int], without left: [Int], with arrivals: [Arrival]) throws -> [Int] {
    var kept: [Int] = []
    kept.reserveCapacity(ids.count)
    var next = 0
    for place in left {
      guard place >= next else { throw Mismatch() }
      kept.append(contentsOf: ids[next..<place])
      next = place + 1
    }
    kept.append(contentsOf: ids[next...])
    if arrivals.isEmpty { return kept }
    var merged: [Int] = []
    merged.reserveCapacity(kept.count + arrivals.count)
    next = 0
    for arrival in arrivals {
      let end = next + arrival.place - merged.count
      guard end >= next, end <= kept.count else { throw Mismatch() }
      merged.append(contentsOf: kept[next..<end])
      merged.append(arrival.id)
      next = end
    }
    merged.append(contentsOf: kept[next...])
    return merged
  }

  // MARK: Numbers

  /// The number of a row in the order of the table; nil if it has none yet.
  private func number(of id: Int, _ db: Database) throws -> Int? {
    try db.withStatement(names.numbering) { statement in
      try statement.bind(exactly: .integer(id), at: 1)
      return try statement.step() ? statement.integer(0) : nil
    }
  }

  /// A number for each arrival. Nil if a gap is too narrow.
  private func numbers(for arrivals: [Arrival], _ db: Database) throws -> [Int]? {
    var numbers: [Int] = []
    var start = 0
    while start < arrivals.count {
      // Neighbours that arrive together share a gap.
      var end = start + 1
      while end < arrivals.count, arrivals[end].place == arrivals[end - 1].place + 1 { end += 1 }
      let (first, behind) = (arrivals[start].place, arrivals[end - 1].place + 1)
      let before = first > 0 ? try number(of: ids[first - 1], db) : nil
      let after = behind < ids.count ? try number(of: ids[behind], db) : nil
      let present = try arrivals[start..<end].map { $0.isNew ? nil : try number(of: $0.id, db) }
      guard let run = Self.numbers(present, between: before, and: after) else { return nil }
      numbers += run
      start = end
    }
    return numbers
  }

  /// Rising numbers between two others: the present ones, if these rise.
  private static func numbers(_ present: [Int?], between before: Int?, and after: Int?) -> [Int]? {
    let known = present.compactMap(\.self)
    let all = [before].compactMap(\.self) + known + [after].compactMap(\.self)
    if known.count == present.count, zip(all, all.dropFirst()).allSatisfy({ $0 < $1 }) { return known }
    let count = present.count
    switch (before, after) {
    case (let before?, let after?):
      let step = (after - before) / (count + 1)
      return step > 0 ? (1...count).map { before + step * $0 } : nil
    case (let before?, nil): return (1...count).map { before + gap * $0 }
    case (nil, let after?): return (1...count).map { after - gap * (count + 1 - $0) }
    case (nil, nil): return (1...count).map { gap * $0 }
    }
  }

  private func renumber(_ db: Database) throws {
    try db.withStatement(names.renumbering) { statement in
      for (place, id) in ids.enumerated() {
        try statement.run([.integer(id), .integer((place + 1) * Self.gap)])
      }
    }
  }
}

extension PreparedStatement {
  /// Runs a statement without rows with these values.
  fileprivate func run(_ values: [ExactValue]) throws {
    for (index, value) in values.enumerated() { try bind(exactly: value, at: index + 1) }
    while try step() {}
  }
}
