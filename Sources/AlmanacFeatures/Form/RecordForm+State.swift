// Values derived from the state of a form, and how the form follows its record.
import AlmanacRecords
public import Databases
import LiveQueries

extension RecordForm {
  /// What a form is for.
  enum Purpose: Equatable {
    /// The person fills it and saves it.
    case filling
    /// One value in the editor: when that ends, the form is saved or closed.
    case editor
    /// A choice between the values of this change and the newer ones.
    case choice(RowChange)
    /// A new record with the values of another one.
    case duplicate
    /// Values for all of the chosen records.
    case marked(ChosenRecords, cursor: RecordID?)
  }

  /// A question of the form, which the key that asked it confirms, or what it tells.
  public enum Asked: Sendable {
    /// Whether to discard the typed text.
    case discard
    /// Whether to save a typed value that is not what its column promises.
    case surprise
    /// Whether to save a change that could be undone only for a limited time.
    case passingUndo
    /// The person tried to save while a problem of a field prevents it.
    case toMend
  }
}

extension RecordForm.State {
  /// A form for the record of a change that met a newer value.
  init(_ table: ListedTable, choosing conflict: RowChange, rowIDVersion: Int?) {
    self.init(table, id: conflict.id, rowIDVersion: rowIDVersion)
    purpose = .choice(conflict)
  }

  /// The problem of a field; `nil` if it has none. An unchanged value of an existing record is never a problem.
  public func problem(of field: FormField) -> FieldProblem? {
    guard isNew || field.isChanged else { return nil }
    if field.isMissing { return .required }
    if field.isNoEMailAddress { return .noEMailAddress }
    return field.isChanged && field.column.uniqueCollation != nil && taken.contains(field.key) ? .taken : nil
  }

  /// Whether it is for several records.
  var isOfMany: Bool { if case .marked = purpose { true } else { false } }

  /// The index of the first field with a problem.
  var firstProblem: Int? { fields.firstIndex { problem(of: $0) != nil } }

  /// Whether the record is gone.
  public var isGone: Bool { record == .gone }

  /// Whether a save adds a record: there is none yet, or it is gone. A gone record with a passing identity is not
  /// added, because it may still exist under another one: VACUUM changes rowids, and the identity of a view's record
  /// may be its content.
  var isNew: Bool {
    if isOfMany { return false }
    return id == nil || isGone && isFilled && !table.hasPassingIdentities
  }

  /// Why the form can't be saved any more, whatever is typed; `nil` if it can.
  var obstacle: String? { isGone && !(isNew && isFilled) ? "This record is gone" : nil }

  /// Whether saving may begin.
  var canSave: Bool { isFilled && !isSaving && obstacle == nil && firstProblem == nil }

  /// Whether a field has unsaved changes.
  public var isTouched: Bool { fields.contains(where: \.isChanged) }

  /// The work during which typed text would be lost or not be saved.
  var barrier: Barrier {
    isSaving ? .saving : editedField != nil || !isFilled && obstacle == nil && $record.loadError == nil ? .filling : []
  }

  /// The value that another program has written into a field that the person has edited; `nil` if there is none.
  public func news(of field: FormField) -> ExactValue? {
    guard field.isChanged, !isSaving, let value = record.row?[field.key], value != field.base else {
      return nil
    }
    return field.isTyped(value) ? nil : value
  }

  /// Fills the unchanged fields from the record.
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

  /// Begins the choice in each column that the conflicting change would write.
  mutating func offerChoices() {
    guard case .choice(let conflict) = purpose, let row = record.row else { return }
    for index in fields.indices {
      let key = fields[index].key
      guard let expected = conflict.before?[key], let wanted = conflict.after?[key], expected != wanted,
        row[key] != wanted
      else {
        continue
      }
      fields[index].offer(FormField.Choice(wanted: wanted, expected: expected))
    }
    focus = fields.firstIndex { news(of: $0) != nil } ?? fields.firstIndex { $0.choice != nil } ?? focus
  }

  /// Focuses the field whose change by another program refused a save, when that change is known.
  mutating func showConflict() {
    guard isConflictToShow, let index = fields.firstIndex(where: { news(of: $0) != nil }) else { return }
    isConflictToShow = false
    focus = index
  }
}
