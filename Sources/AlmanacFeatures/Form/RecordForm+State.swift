// What follows from the state of a form, and how it follows its record.
import AlmanacRecords
public import Databases
import LiveQueries

extension RecordForm.State {
  /// What is wrong with a field; `nil` where nothing is. What stood in the record before is not a mistake here.
  public func problem(of field: FormField) -> FieldProblem? {
    guard isNew || field.isChanged else { return nil }
    if field.isMissing { return .required }
    if field.isNoEMailAddress { return .noEMailAddress }
    return field.isChanged && field.column.uniqueCollation != nil && taken.contains(field.key) ? .taken : nil
  }

  /// The index of the first field with a problem.
  var firstProblem: Int? { fields.firstIndex { problem(of: $0) != nil } }

  /// Whether the record is gone.
  public var isGone: Bool { id != nil && record == .gone }

  /// Whether a save adds a record: there is none yet, or none any more. It may only have
  /// another identity: VACUUM gives other rowids, and a record of a view may just hold something new. Then it would be
  /// there twice.
  var isNew: Bool { id == nil || isGone && isFilled && !table.hasPassingIdentities }

  /// Why it can't be saved any more, whatever is typed; `nil` where it can.
  var obstacle: String? { isGone && !isNew ? "This record is gone" : nil }

  /// Whether saving may begin.
  public var canSave: Bool { isFilled && !isSaving && obstacle == nil && firstProblem == nil }

  /// Whether there is something to lose.
  public var isTouched: Bool { fields.contains(where: \.isChanged) }

  /// Why what is typed now would not be there for long, or would not be what is saved.
  var barrier: Barrier {
    isSaving ? .saving : editedField != nil || !isFilled && obstacle == nil && $record.loadError == nil ? .filling : []
  }

  /// What another program has written into a field that the person has typed in; `nil` where none has.
  public func news(of field: FormField) -> ExactValue? {
    guard field.isChanged, !isSaving, let value = record.row?[field.key], value != field.base else {
      return nil
    }
    return field.isTyped(value) ? nil : value
  }

  /// Lets the untouched fields hold what the record holds.
  mutating func follow() {
    guard let row = record.row else { return }
    for index in fields.indices where !fields[index].isChanged && index != editedField {
      let value = row[fields[index].key] ?? .null
      if isFilled, value == fields[index].base { continue }
      let former = isFilled ? fields[index].former ?? fields[index].base : nil
      fields[index].fill(from: value)
      fields[index].former = former == value ? nil : former
    }
  }

  /// Goes to the field whose change by another program refused a save, once that change is known.
  mutating func showConflict() {
    guard isConflictToShow, let index = fields.firstIndex(where: { news(of: $0) != nil }) else { return }
    isConflictToShow = false
    focus = index
  }
}
