// Saving a form: only the changed columns, over the values that the person has read.
import AlmanacRecords
import Containers
import Databases
import LiveQueries
import Stores

extension RecordForm {
  /// Saves. `asked`: the question that the person has read, and answers with the same key.
  func save(over read: ExactRow, despite asked: Asked? = nil, _ state: inout State) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    guard state.canSave else {
      state.asked = .toMend
      if let index = state.firstProblem { state.focus = index }
      return .none
    }
    // Another program may have written exactly the typed value.
    let changed = state.fields.filter { field in
      field.isChanged && state.record.row?[field.key].map(field.isTyped) != true
    }
    if !state.isNew, changed.isEmpty { return .send(.unchanged(wasWritten: false)) }
    if asked != .surprise, asked != .passingUndo,
      let index = state.fields.firstIndex(where: { $0.surprise != nil })
    {
      (state.asked, state.focus) = (.surprise, index)
      let surprises = state.fields.compactMap { field in field.surprise.map { "\(field.label) would hold \($0)" } }
      state.failure = "Not saved yet: \(surprises.joined(separator: "; ")). Ctrl-S saves it."
      return .none
    }
    if case .marked(let chosen, let cursor) = state.purpose {
      let values = ExactRow(changed.compactMap { field in field.value.map { (field.key, $0) } })
      return .send(.editAsked(values, chosen, cursor: cursor))
    }
    state.isSaving = true
    state.failure = nil
    state.refusals = [:]
    let id = state.isNew ? nil : state.id
    let name = id.map { state.table.named($0, state.record.row).description }
    let underWay = ChangeUnderWay("Saving \(name ?? "the new \(state.table.style.noun)")")
    let interruption = underWay.interruption
    // Unset fields of a new record take their defaults, and SQLite assigns its rowid. A gone record is added with its
    // old rowid, because others may reference it.
    let fields =
      id == nil ? state.fields.filter { $0.isChanged || $0.column.defaultValue != .rowID || state.isGone } : changed
    let values = ExactRow(fields.compactMap { field in field.value.map { (field.key, $0) } })
    // If VACUUM may assign the rowid to another record, only the whole content identifies this one.
    let whole = state.table.hasLooseRowIDs ? state.record.row ?? [:] : [:]
    let seen = ExactRow(changed.map { ($0.key, read[$0.key] ?? $0.base ?? .null) })
    let work = Effect<Action>.run { [database, stepKeeper, table = state.table, isNew = state.isNew] send in
      let change = try await database.write(keptBy: stepKeeper, endedBy: interruption) { db in
        let change = try id.map { try table.edit($0, values, seen: whole.merging(seen), db) } ?? table.add(values, db)
        if asked != .passingUndo { try change.requireLastingUndo(db) }
        if change.isEmpty { return (change, nil) }
        let step = table.step(ofSaving: change, id ?? change.onlyRow?.id, byNewForm: isNew)
        return (change, .made(step))
      }
      if let id {
        let now = change.onlyRow.map { $0.after == nil ? nil : $0.id } ?? id
        await send(change.isEmpty ? .unchanged(wasWritten: true) : .saved(id: now, change))
      } else {
        await send(.saved(id: change.onlyRow?.id, change))
      }
    } catch: { [database, table = state.table] error, send in
      switch error {
      case is RowConflict: await send(.saveRefused(over: seen))
      case let doubt as PassingUndo: await send(.saveDoubted(doubt))
      case is RecordGone: await send(.saveFailed("Not saved: this record is gone."))
      default: await send(Self.failure(error, of: table, id, values, database))
      }
    }
    return .merge(.send(.saveBegan(underWay)), work)
  }

  /// What to tell when a save has failed: next to the column that is refused, if one is.
  private static func failure(
    _ error: any Error, of table: ListedTable, _ id: RecordID?, _ values: ExactRow, _ database: SQLiteConnection
  ) async -> Action {
    var refused: RefusedValues?
    if RefusedValues.explain(error) {
      refused = try? await database.read { db in try RefusedValues(error, of: table, id, values, db) }
    }
    if let refused, let column = table.style.editing.columns.first(where: { $0.name == refused.column }) {
      return .saveFailed("Not saved: see \(column.label).", beside: [column.name: refused.words])
    }
    let words = refused.map { [$0.column, $0.words].compactMap(\.self).joined(separator: ": ") }
    return .saveFailed("Not saved: \(words ?? sentence(error)).")
  }
}
