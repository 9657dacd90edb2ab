// The meanings of a table's columns. They are decided once, with the first of its rows, and again if its shape changes.
//
//   first rows ──> sample of the whole table, in the same transaction ──> decided ──> rows are shown
//   later rows ──> only a column whose values have told nothing so far is examined
//
// So a column is always shown in one way, regardless of scrolling and of later changes.
import Databases

/// Hints about the values of a table's columns before one is read.
struct TableHints: Hashable, Sendable {
  /// The hints of each column; none for a table with a style written by hand.
  var columns: [ColumnHints] = []
  /// The columns of real numbers that the file computes on reading.
  var computedReals: [String] = []
  /// Whether a sample can be read by key: the table keeps its rows in that order.
  var isSampled = false
}

/// The known meanings of the columns of one table.
package struct TableMeanings: Sendable {
  let name: String
  let columns: [String]
  /// The quoted columns of the identity.
  let key: [String]
  let hints: TableHints
  /// The place of each column, by its name in lower case.
  private let places: [String: Int]
  private var isSampled = false
  private var verdicts: [ColumnVerdict]

  /// Makes meanings from the hints alone.
  init(_ table: ListedTable) {
    (name, columns, key, hints) = (table.name, table.columns, table.identityColumns, table.hints)
    places = Dictionary(columns.enumerated().map { ($1.lowercasedASCII, $0) }) { first, _ in first }
    verdicts = hints.columns.map { ColumnTally($0).verdict }
  }

  /// Whether it is for a table with these hints and columns.
  func isOf(_ table: ListedTable) -> Bool {
    hints == table.hints && columns == table.columns && key == table.identityColumns
  }

  /// Whether another one is for the same columns.
  func isSame(as other: TableMeanings) -> Bool {
    hints == other.hints && columns == other.columns && key == other.key
  }

  /// Whether all columns are decided.
  var isDecided: Bool { !verdicts.contains(.open) }

  /// The meaning of a column's values; nil if it is unknown or there is no further meaning.
  package subscript(column: String) -> ValueMeaning? {
    guard let place = places[column.lowercasedASCII], case .decided(let meaning) = verdicts[place] else { return nil }
    return meaning
  }

  /// The same with the decisions of another one for open columns.
  func filled(from other: TableMeanings) -> TableMeanings {
    var filled = self
    filled.isSampled = isSampled || other.isSampled
    for (place, verdict) in other.verdicts.enumerated() where verdicts[place] == .open {
      filled.verdicts[place] = verdict
    }
    return filled
  }

  /// Decides as much as possible, with the values of rows to be shown. Returns whether it examined values. Reads
  /// `momentsOfFile` if a column's own name suggests nothing. Call inside a read.
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
      // If very few rows have a value, the sample may have none.
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
