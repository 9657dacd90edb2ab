// The labels of the records that the rows reference by foreign keys.
//
//   rows ──followLabels──> labelsNeeded ──> feature reads ──> labels ──> drawn next to the keys
import AlmanacRecords
import DiffableLists
import Stores

extension RecordListPane {
  /// Requests the labels of the loaded rows, once, and draws the labels that came.
  func followLabels() {
    let (rows, labels) = (page.rows, store.live.labels)
    if store.isPaused { return }
    if labels != self.labels {
      self.labels = labels
      setNeedsDisplay()
    }
    let wanted = ReferenceLabels(rows, of: table)
    guard wanted != wantedLabels, !wanted.isEmpty else { return }
    wantedLabels = wanted
    store.send(.rows(.labelsNeeded(wanted)))
  }

  /// The labels of the records that a row references, one for each foreign key; empty if the table has no foreign keys.
  func labels(of row: ListedRow) -> [String] {
    if labels.isEmpty { return [] }
    return zip(table.style.references, labels).map { reference, labels in
      labels.isEmpty ? "" : reference.key(row, of: table).flatMap { labels[$0] } ?? ""
    }
  }

  /// The foreign key of the current column. One whose label the column shows comes first.
  private var currentReference: TableReference? {
    guard let currentColumn else { return nil }
    let column = columns[currentColumn].style.column
    let references = table.style.references
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
    guard let (reference, values) = reference(of: selection) else { return "open" }
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
