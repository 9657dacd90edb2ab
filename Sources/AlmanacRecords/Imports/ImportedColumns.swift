// Maps the values of a source's records to columns.
import Databases

/// The error that a source names a column that the table lacks, or one column twice.
struct UselessColumn: SentenceError {
  let description: String
}

/// The columns of a table for which the records of a source have values.
struct ImportedColumns {
  /// The names in the source.
  let names: [String]
  /// The columns to write.
  let columns: [String]
  /// For each of these the position of its value in a record.
  private let places: [Int]
  /// The columns with rules of a book. Other files take any value, as `add` does.
  private let ruled: [EditableColumn?]
  /// How each column stores values; nil if a person can't change the column.
  private let editable: [EditableColumn?]
  /// Whether each column refuses NULL and stores texts.
  private let takesEmptyText: [Bool]

  /// Finds the columns; columns that the file computes are skipped. Throws `UselessColumn`.
  init(_ names: [String], of table: ListedTable, _ shape: TableShape) throws {
    var places: [Int] = []
    var found: [String] = []
    for (place, name) in names.enumerated() {
      guard let column = shape.columns.first(where: { $0.name.isSameName(as: name) && table.columns.contains($0.name) })
      else {
        let known = table.columns.inWords(atMost: 40)
        throw UselessColumn(description: "There is no column '\(name)' in \(table.name), which has \(known).")
      }
      guard column.generation == .none else { continue }
      guard !found.contains(column.name) else {
        throw UselessColumn(description: "It names the column \(column.name) twice.")
      }
      found.append(column.name)
      places.append(place)
    }
    (self.names, columns, self.places) = (names, found, places)
    ruled = found.map { name in
      table.style.isDerived ? nil : table.style.editing.columns.first { $0.name == name && $0.kind != .value }
    }
    editable = found.map { name in table.style.editing.columns.first { $0.name == name } }
    takesEmptyText = found.map { name in
      shape.columns.contains { $0.name == name && $0.isNotNull && $0.affinity == .text }
    }
  }

  /// The values of a record, in the order of `columns`. `remarks` records values that SQLite stores differently. Throws
  /// `UnusableText` and `NumberBeyond`.
  func values(
    of record: SourceRecord, mayMeanEmptyText: Bool, _ remarks: inout ImportRemarks
  ) throws -> [ExactValue] {
    for place in record.roundedPlaces {
      remarks.note(.rounded, record.columns[place], line: record.line)
    }
    return try places.indices.map { index in
      var value = record.values[places[index]]
      if value == .null, mayMeanEmptyText, takesEmptyText[index] { value = .text([]) }
      if let column = editable[index] {
        try column.requireStorable(value)
        remarks.note(value, in: column, line: record.line)
      }
      guard let column = ruled[index] else { return value }
      let text = value == .null ? "" : value.string ?? value.shown
      do throws(EditableColumn.Problem) {
        return try column.value(of: text)
      } catch {
        throw UnusableText(problem: error, name: column.name, text: text)
      }
    }
  }
}
