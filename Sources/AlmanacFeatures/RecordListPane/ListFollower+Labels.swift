// The labels of the records that the rows reference by foreign keys.
//
//   rows ──followLabels──> labelsNeeded ──> feature reads ──> labels ──> drawn next to the keys
import AlmanacRecords
import Stores

extension ListFollower {
  /// Requests the labels of the loaded rows, once, and draws the labels that came.
  func followLabels() {
    let (rows, labels) = (page.rows, store.live.labels)
    if store.isPaused { return }
    if labels != self.labels {
      self.labels = labels
      setNeedsDisplay()
    }
    let wanted = ReferenceLabels(rows, of: table)
    guard wanted != requested.labels, !wanted.isEmpty else { return }
    requested.labels = wanted
    store.send(.rows(.labelsNeeded(wanted)))
  }

  /// The labels of the records that a row references, one for each foreign key; empty if the table has no foreign keys.
  func labels(of row: ListedRow) -> [String] {
    if labels.isEmpty { return [] }
    return zip(table.style.relations.references, labels).map { reference, labels in
      labels.isEmpty ? "" : reference.key(row, of: table).flatMap { labels[$0] } ?? ""
    }
  }
}
