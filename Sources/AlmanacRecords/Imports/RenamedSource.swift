// The records of a source with the names of a table that was made for them.

/// Gives the values of a source the names of the columns of a new table.
struct RenamedSource: RecordSource {
  private var source: any RecordSource
  private let table: NewTable
  /// The columns of the last record in the source, and their names in the table.
  private var last: (source: [String], names: [String]) = ([], [])

  init(_ source: any RecordSource, _ table: NewTable) { (self.source, self.table) = (source, table) }

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
    return record
  }

  private mutating func names(of columns: [String], line: Int) throws -> [String] {
    if columns == last.source { return last.names }
    let names: [String]?
    if source.headings.isEmpty {
      let found = columns.compactMap { column in
        table.columns.first { $0.source.utf8.elementsEqual(column.utf8) }?.name
      }
      names = found.count == columns.count ? found : nil
    } else {
      // Several columns of the first line may have the same name.
      let isSame = columns.elementsEqual(table.columns) { $0.utf8.elementsEqual($1.source.utf8) }
      names = isSame ? table.columns.map(\.name) : nil
    }
    guard let names else { throw LineFailure(number: line, error: Self.changed) }
    last = (columns, names)
    return names
  }
}
