// What the columns of a table mean: decided once, with the first of its rows, and again when its shape changes.
//
//   first rows ──> sample of the whole table, in the same transaction ──> decided ──> rows are shown
//   later rows ──> only a column whose values have said nothing so far is looked at
//
// So a column is shown in one way, wherever one scrolls and whatever is written into it.
import Databases

/// What a file says about the values of a table's columns before one is read.
struct TableHints: Hashable, Sendable {
  /// Those of each column; none of a table whose style is written by hand.
  var columns: [ColumnHints] = []
  /// Whether a sample can be read by key: the table keeps its rows in that order.
  var isSampled = false
}

/// What is known of the columns of one table.
package struct TableMeanings: Sendable {
  let name: String
  let columns: [String]
  /// What tells its records apart, quoted.
  let key: [String]
  let hints: TableHints
  private var isSampled = false
  private var verdicts: [ColumnVerdict]

  /// Nothing is known yet but what the schema says.
  init(_ table: ListedTable) {
    (name, columns, key, hints) = (table.name, table.columns, table.identityColumns, table.hints)
    verdicts = hints.columns.map { ColumnTally($0).verdict }
  }

  /// Whether it is of a table that says these things about these columns.
  func isOf(_ table: ListedTable) -> Bool {
    hints == table.hints && columns == table.columns && key == table.identityColumns
  }

  /// Whether another one is of the same columns.
  func isSame(as other: TableMeanings) -> Bool {
    hints == other.hints && columns == other.columns && key == other.key
  }

  /// Whether nothing is left to be decided.
  var isDecided: Bool { !verdicts.contains(.open) }

  /// What the values of a column mean; `nil` where that is not known, and where they mean no more than they say.
  package subscript(column: String) -> ValueMeaning? {
    guard let place = columns.firstIndex(where: { $0.isSameName(as: column) }),
      case .decided(let meaning) = verdicts[place]
    else { return nil }
    return meaning
  }

  /// The same with what another one has decided and this one has not.
  func filled(from other: TableMeanings) -> TableMeanings {
    var filled = self
    filled.isSampled = isSampled || other.isSampled
    for (place, verdict) in other.verdicts.enumerated() where verdicts[place] == .open {
      filled.verdicts[place] = verdict
    }
    return filled
  }

  /// Decides what can be decided, with values of rows that are about to be shown; says whether it has looked.
  /// `momentsOfFile` are asked for where a column's own name says nothing. Inside a read.
  mutating func learn(
    with rows: [[Excerpt]], _ db: Database, _ momentsOfFile: (Database) throws -> FileMoments
  ) throws -> Bool {
    let open = verdicts.indices.filter { verdicts[$0] == .open }
    let isTold = open.contains { column in
      rows.contains { ColumnTally(hints.columns[column], CollectionOfOne($0[column])).verdict != .open }
    }
    guard isTold || !isSampled && !open.isEmpty else { return false }
    let sample = hints.isSampled ? try TableSample(of: self, open).rows(db) : []
    var tallies: [Int: ColumnTally] = [:]
    for (place, column) in open.enumerated() {
      var tally = ColumnTally(hints.columns[column], sample.lazy.filter { $0.count > place }.map { $0[place] })
      // Where hardly a row has a value, a sample may have met none.
      if tally.verdict == .open { for row in rows { tally.count(row[column]) } }
      verdicts[column] = tally.verdict
      tallies[column] = tally
    }
    isSampled = true
    let unnamed = tallies.filter { verdicts[$0.key] == .decided(nil) && $0.value.mayBeOfMoments }
    if !unnamed.isEmpty {
      var moments = try momentsOfFile(db)
      // The sample of the whole file is smaller than that of this table.
      for tally in tallies.values { moments.add(tally) }
      for (column, tally) in unnamed {
        if let unit = moments.unit(of: tally) { verdicts[column] = .decided(.number(unit)) }
      }
    }
    return true
  }
}
