// What a form has saved, in words.
import AlmanacRecords

extension BookChange {
  /// Whether a form has added a record. An addition may replace a record. A record that was saved under another key has
  /// gone from its form by now, but it is not new.
  func isAddition(byNewForm isNew: Bool) -> Bool { isAddition || isNew && !rows.contains { $0.after == nil } }
}

extension ListedTable {
  /// `Added fact 3, replaced user 5`. `id`: the record, if it is known.
  func labelOfSaving(_ change: BookChange, of id: RecordID?, isNew: Bool) -> String {
    let name = change.onlyRow.map { named($0) } ?? named(id)
    let deeds = change.gone.deeds
    return "\(isNew ? "Added" : "Edited") \(name)\(deeds.isEmpty ? "" : ", \(deeds)")"
  }

  /// The step of saving a form.
  func step(ofSaving change: BookChange, _ id: RecordID?, byNewForm isNew: Bool) -> KeptStep {
    let label = labelOfSaving(change, of: id, isNew: change.isAddition(byNewForm: isNew))
    return KeptStep(label: label, table: name, change: change)
  }
}
