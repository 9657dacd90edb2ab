// What the foreign keys of the rows name.
//
//   rows ──followLabels──> labelsNeeded ──> feature reads ──> labels ──> drawn beside the keys
import AlmanacRecords
import DiffableLists
import Stores

extension RecordListPane {
  /// Has the labels of the rows at hand read, once, and draws those that came.
  func followLabels() {
    let (rows, labels) = (page.rows, store.labels)
    if store.isPaused { return }
    if labels != self.labels {
      self.labels = labels
      setNeedsDisplay()
    }
    let wanted = ReferenceLabels(rows, of: table)
    guard wanted != wantedLabels, !wanted.isEmpty else { return }
    wantedLabels = wanted
    store.send(.labelsNeeded(wanted))
  }

  /// The labels of what a row names, one for each foreign key; none where the table has no foreign keys.
  func labels(of row: ListedRow) -> [String] {
    if labels.isEmpty { return [] }
    return zip(table.style.references, labels).map { reference, labels in
      labels.isEmpty ? "" : reference.key(row, of: table).flatMap { labels[$0] } ?? ""
    }
  }

  /// The foreign key that the current column is of, first of all one whose label it shows.
  private var currentReference: TableReference? {
    guard let currentColumn else { return nil }
    let column = columns[currentColumn].style.column
    let references = table.style.references
    return references.first { $0.lastColumn == column } ?? references.first { $0.columns.contains(column) }
  }

  /// What a row names by the current column; `nil` where it names nothing.
  private func reference(of row: ListedRow?) -> (reference: TableReference, values: [Excerpt])? {
    guard let row, let reference = currentReference else { return nil }
    let values = reference.columns.map { row.cells[table.cell(of: $0)] }
    return values.contains(.null) ? nil : (reference, values)
  }

  /// What Enter does, with the record that it goes to: `open Artist 2`. Tracked.
  var goTitle: String {
    guard let (reference, values) = reference(of: selection) else { return "open" }
    return "open \(reference.title(values.map(\.shown)))"
  }

  /// Goes to the record that the current column names, and where it names none opens the record with the cursor.
  func goOrOpen() {
    guard let row = dataSource.selectedItem, let (reference, _) = reference(of: row) else { return openSelected() }
    store.send(.report(.referenceFollowed(reference, of: row.id)))
  }
}

extension TableReference {
  /// What it names with these values, in so few words that the bottom line has room for them: `Artist 2`.
  func title(_ values: [String]) -> String {
    let key = values.joined(separator: " ")
    return [parent, key].map { $0.count > 24 ? $0.prefix(23) + "…" : $0 }.joined(separator: " ")
  }
}
