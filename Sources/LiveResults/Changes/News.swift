// What has been committed since the state that a result shows.

import Databases

/// The batches that a result has not taken in yet, as one change.
struct News {
  private(set) var net = NetChange()
  /// The count of commits after the last batch.
  private(set) var commit: UInt32?
  /// Whether the result must be read again: the rows of some batch are not known, or the query reads the clock.
  var needsReading = false
  /// Whether the schema may have changed.
  var needsPlanning = false
  /// Whether there is nothing to take in.
  var isEmpty: Bool { commit == nil && !needsReading && !needsPlanning }
  /// Whether a batch may have changed what the query reads.
  private var concernsQuery = false

  /// More changed rows cost more than reading the result again.
  private static let rowLimit = 10_000

  /// Adds a batch to what has come after the commit `state`. `knowsColumns`: whether `reads` has all columns.
  /// `readsAll`: whether every commit concerns the query.
  mutating func add(
    _ batch: ChangeBatch, after state: UInt32?, _ reads: ReadSet, knowsColumns: Bool, readsAll: Bool
  ) {
    guard let range = batch.commitRange else {
      (needsReading, needsPlanning) = (true, true)
      return
    }
    if let last = commit ?? state {
      switch range.position(last) {
      case .before: return
      case .around: needsReading = true
      case .after: if range.before != last { needsReading = true }
      }
    }
    commit = range.last
    if batch.concernsAll { (needsReading, needsPlanning) = (true, true) }
    for table in reads.tables.keys {
      guard let change = batch.tables[table] else { continue }
      net.add(change, of: table)
      if !knowsColumns { concernsQuery = true }
    }
    if readsAll || reads.isMet(by: batch) { concernsQuery = true }
    if net.rowCount > Self.rowLimit || !net.unknown.isEmpty { needsReading = true }
  }

  /// Whether the result may have to change.
  var concernsResult: Bool { needsReading || needsPlanning || concernsQuery }

  /// Whether a state of the file has all batches.
  func isIn(_ state: UInt32) -> Bool { commit.map { Int32(bitPattern: state &- $0) >= 0 } ?? true }
}
