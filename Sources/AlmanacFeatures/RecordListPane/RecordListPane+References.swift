// How Enter goes to the record that the current column references by a foreign key.
import AlmanacRecords
import DiffableLists
import Stores

extension RecordListPane {
  /// The foreign key of the current column. One whose label the column shows comes first.
  private var currentReference: TableReference? {
    guard let column = columns.currentName else { return nil }
    let references = table.style.relations.references
    return references.first { $0.lastColumn == column } ?? references.first { $0.columns.contains(column) }
  }

  /// The key that a row references in the current column; `nil` if it references none.
  private func reference(of row: ListedRow?) -> (reference: TableReference, values: [Excerpt])? {
    guard let row, let reference = currentReference else { return nil }
    let values = reference.columns.map { row.cells[table.cell(of: $0)] }
    return values.contains(.null) ? nil : (reference, values)
  }

  /// The title of Enter, with the record that it goes to: `open Artist 2`. Tracked.
  var goTitle: String {
    guard let (reference, values) = reference(of: follower.selection) else { return "open" }
    return "open \(reference.title(values.map(\.shown)))"
  }

  /// Goes to the record that the current column names; opens the record with the cursor if the column names none.
  func goOrOpen() {
    guard let row = dataSource.selectedItem, let (reference, _) = reference(of: row) else { return openSelected() }
    store.send(.report(.referenceFollowed(reference, of: row.id)))
  }
}

extension TableReference {
  /// The name of the record with these values, short enough for the bottom line: `Artist 2`.
  func title(_ values: [String]) -> String {
    let key = values.joined(separator: " ")
    return [parent, key].map { $0.count > 24 ? $0.prefix(23) + "…" : $0 }.joined(separator: " ")
  }
}
