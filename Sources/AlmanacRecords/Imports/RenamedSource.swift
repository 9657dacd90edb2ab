// The records of a source with the names of a table that was made for them.
import Databases

/// Renames the values of a source to the columns of a new table, and refuses values that its types would change.
struct RenamedSource: RecordSource {
  private var source: any RecordSource
  private let table: NewTable
  /// The places of the columns in the table, by the bytes of their names in the source.
  private let places: [[UInt8]: Int]
  /// What the values so far say of the type of each column.
  private var guesses: [TypeGuess]
  /// The columns of the last record in the source, their names in the table and their places.
  private var last: (source: [String], names: [String], places: [Int]) = ([], [], [])

  init(_ source: any RecordSource, _ table: NewTable) {
    (self.source, self.table) = (source, table)
    let keys = table.columns.enumerated().map { (Array($1.source.utf8), $0) }
    places = Dictionary(keys) { first, _ in first }
    guesses = table.columns.map { _ in TypeGuess() }
  }

  var mayMeanEmptyText: Bool { source.mayMeanEmptyText }
  var headings: [String] { [] }

  /// The problem of a source that is not the one that was looked at.
  static let changed = SourceProblem(description: "It has changed since its columns were found: look again.")

  mutating func next() throws -> SourceRecord? {
    guard var record = try source.next() else {
      if !source.headings.isEmpty { _ = try names(of: source.headings, line: 1) }
      return nil
    }
    record.columns = try names(of: record.columns, line: record.columnsLine)
    let isTyped = source.headings.isEmpty
    for (place, value) in zip(last.places, record.values) where table.columns[place].isFound {
      if !isTyped, case .text(let bytes) = value {
        bytes.withUnsafeBufferPointer { guesses[place].note(text: $0) }
      } else {
        guesses[place].note(value)
      }
      guard guesses[place].allows(table.columns[place].type, isTyped: isTyped) else {
        throw LineFailure(number: record.line, error: Self.changed)
      }
    }
    return record
  }

  private mutating func names(of columns: [String], line: Int) throws -> [String] {
    if columns == last.source { return last.names }
    let found: [Int]?
    if source.headings.isEmpty {
      let known = columns.compactMap { places[Array($0.utf8)] }
      found = known.count == columns.count ? known : nil
    } else {
      // Several columns of the first line may have the same name.
      let isSame = columns.elementsEqual(table.columns) { $0.utf8.elementsEqual($1.source.utf8) }
      found = isSame ? Array(columns.indices) : nil
    }
    guard let found else { throw LineFailure(number: line, error: Self.changed) }
    last = (columns, found.map { table.columns[$0].name }, found)
    return last.names
  }
}
