// The steps of the verbs, named as the screen names its own.
public import AlmanacRecords

extension KeptStep {
  /// A change of a table's records. `participle`: what was done to them, as `Deleted`.
  public init(_ participle: String, _ change: BookChange, in table: ListedTable) {
    let name = change.onlyRow.map { "\(table.named($0))" } ?? table.counted(change.rows.count)
    let deeds = participle == "Deleted" ? "" : change.gone.deeds
    self.init(
      label: "\(participle) \(name)\(deeds.isEmpty ? "" : ", \(deeds)")", table: table.name, change: change)
  }

  /// The step as it was really undone or made again. `table`: its table as it is now.
  public func taken(isUndo: Bool, _ made: MadeChange, in table: ListedTable) -> KeptStep {
    var taken = ChangeHistory.Step(self, in: table).taken(isUndo ? .undo : .redo, made).kept
    (taken.table, taken.madeAt) = (self.table, madeAt)
    return taken
  }
}

extension ChangeHistory.Step {
  /// A kept step. `table`: its table as it is now.
  init(_ kept: KeptStep, in table: ListedTable) {
    self.init(
      label: kept.label, table: table, change: kept.change, cursor: kept.cursor, reverted: kept.reverted)
  }
}
