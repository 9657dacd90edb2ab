// What the columns of a table mean: decided once, when the first of its rows are read, and again when its shape changes.
//
//   first rows ──> sample of the whole table, in the same transaction ──> decided ──> rows are shown
//   later rows ──> only a column whose values have said nothing so far is looked at
//
// So a column is shown in one way, wherever one scrolls and whatever is written into it.
import Databases
import Locks

/// What the columns of one table mean. List, record and profile ask the same one.
final class TableMeanings: Sendable {
  private struct State {
    var isSampled = false
    var verdicts: [ColumnVerdict]
  }

  /// What the file says about each column; none of a table whose style is written by hand.
  private let hints: [ColumnHints]
  /// Whether a sample can be read by key.
  private let isSampled: Bool
  private let state: Lock<State>

  /// `isSampled`: the table keeps its rows in the order of its key.
  init(_ hints: [ColumnHints] = [], isSampled: Bool = false) {
    (self.hints, self.isSampled) = (hints, isSampled)
    state = Lock(State(verdicts: hints.map { ColumnTally($0).verdict }))
  }

  /// Whether two tables say the same about their columns.
  func says(sameAs other: TableMeanings) -> Bool { hints == other.hints && isSampled == other.isSampled }

  /// What the values of a column mean, by its place among the columns of the table; `nil` where that is not known, and
  /// where they mean no more than they say.
  subscript(column: Int) -> ValueMeaning? {
    state.withLock { state in
      guard state.verdicts.indices.contains(column), case .decided(let meaning) = state.verdicts[column] else {
        return nil
      }
      return meaning
    }
  }

  /// Decides what can be decided, with rows that are about to be shown. Inside a read.
  func learn(_ table: ListedTable, with rows: [ListedRow], _ db: Database) throws {
    let (wasSampled, verdicts) = state.withLock { ($0.isSampled, $0.verdicts) }
    let open = verdicts.indices.filter { verdicts[$0] == .open }
    let telling = open.filter { column in
      rows.contains { ColumnTally(hints[column], CollectionOfOne($0.cells[column])).verdict != .open }
    }
    if telling.isEmpty && (wasSampled || open.isEmpty) { return }
    let sample = isSampled ? try TableSample(of: table, open).rows(db) : []
    var tallies: [Int: ColumnTally] = [:]
    for (place, column) in open.enumerated() {
      var tally = ColumnTally(hints[column], sample.lazy.filter { $0.count > place }.map { $0[place] })
      // Where hardly a row has a value, a sample may have met none.
      if tally.verdict == .open { for row in rows { tally.count(row.cells[column]) } }
      tallies[column] = tally
    }
    var found = tallies.mapValues(\.verdict)
    let units = Set((verdicts + Array(found.values)).compactMap(\.unit))
    for (column, tally) in tallies where found[column] == .decided(nil) {
      if let unit = units.first(where: tally.isOfMoments) { found[column] = .decided(.number(unit)) }
    }
    state.withLock { state in
      state.isSampled = true
      for (column, verdict) in found where state.verdicts[column] == .open { state.verdicts[column] = verdict }
    }
  }
}

extension ColumnVerdict {
  /// The unit of the numbers of a column that holds moments.
  fileprivate var unit: MomentUnit? {
    if case .decided(.number(let unit)) = self { unit } else { nil }
  }
}

extension ListedTable {
  /// What the values of a column mean; `nil` where that is not known, and where they mean no more than they say.
  package func meaning(of column: String) -> ValueMeaning? { columns.firstIndex(of: column).flatMap { meanings[$0] } }
}
