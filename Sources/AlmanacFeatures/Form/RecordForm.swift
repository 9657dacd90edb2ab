// A form for a new record, or for one that is there: fields, with what is wrong beside them.
//
//   editKeyPressed ──> form, drawn at once ──> record read ──> fields filled; keys wait until then
//   someone else's change ──> untouched fields follow it; beside the others stands what it is
//   save ──> changed columns only, over what was shown: what was not shown is not overwritten
public import AlmanacRecords
import Containers
public import Databases
public import LiveQueries
public import Stores
import StructuredQueries

/// What a person does in a form.
@Reducer
public struct RecordForm {
  @ObservableState
  public struct State: Equatable {
    /// The record that is edited; `nil` for a new one.
    public let id: RecordID?
    public let table: ListedTable
    public internal(set) var fields: [FormField]
    /// The index of the field that keys go to.
    public internal(set) var focus = 0
    public internal(set) var isSaving = false
    /// Whether the form was asked to close with something typed in it.
    public internal(set) var isDiscardAsked = false
    /// Whether saving was asked for while something hinders it.
    public internal(set) var isHindranceTold = false
    /// Whether a save was refused for a change that had not been shown.
    var isConflictToShow = false
    /// Why saving failed; what was typed is kept.
    public internal(set) var failure: String?
    /// Whether the fields hold what there is to edit.
    public internal(set) var isFilled: Bool
    /// The record as it stands.
    @Fetch public var record = ExactRecord.Value.unread
    /// The columns whose value another record has: followed while it is typed.
    @Fetch public var taken = Set<String>()

    /// A form for a new record.
    public init(_ table: ListedTable) {
      self.init(table, id: nil)
    }

    /// A form for the record that is there.
    public init(_ table: ListedTable, id: RecordID) {
      self.init(table, id: RecordID?(id))
      _record = Fetch(wrappedValue: .unread, ExactRecord(table, id: id))
    }

    private init(_ table: ListedTable, id: RecordID?) {
      (self.table, self.id, isFilled) = (table, id, id == nil)
      fields = table.style.editableColumns.map(FormField.init)
      _taken = Fetch(wrappedValue: [], TakenValues(table))
    }
  }

  /// A key that does something in the form. What is saved is written over `noted`: what was shown beside a field as
  /// someone else's change.
  public enum Press: Hashable, Sendable {
    case edit(TextEdit)
    case space
    case nextField
    case previousField
    case enter(noted: ExactRow)
    case save(noted: ExactRow)
  }

  @CasePathable
  public enum Action: Sendable {
    case pressed(Press)
    case escapeKeyPressed
    case recordChanged
    case saveBegan(ChangeUnderWay)
    case saved(id: RecordID, BookChange)
    case saveRefused
    case saveFailed(String)
    case lookUpFailed(String)
    case discarded
    /// What is there is what was to be saved; `wasWritten`: that was seen when it was saved.
    case unchanged(wasWritten: Bool)
  }

  private enum EffectName: Hashable {
    case taken
    case reading
  }

  /// Longer texts are not looked up while they are typed: that they are taken is said when they are saved.
  private static var longestLookedUp: Int { 10_000 }

  @Dependency(\.defaultDatabase) private var database

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pressed(let press):
        state.isDiscardAsked = false
        state.isHindranceTold = false
        return pressed(press, &state)
      case .escapeKeyPressed:
        // A save that has begun may be done already: it says so, or why not.
        guard !state.isSaving else { return .none }
        guard state.isTouched, !state.isDiscardAsked else { return .send(.discarded) }
        state.isDiscardAsked = true
        return .none
      case .recordChanged: return recordChanged(&state)
      case .saveRefused:
        state.isSaving = false
        state.failure = "Not saved: someone else has just changed this record."
        state.isConflictToShow = true
        state.showConflict()
        return .none
      case .saveFailed(let failure):
        state.isSaving = false
        state.failure = failure
        return .none
      case .lookUpFailed(let failure):
        state.failure = failure
        return .none
      case .saveBegan, .saved, .discarded, .unchanged: return .none
      }
    }
  }

  // MARK: Keys

  private func pressed(_ press: Press, _ state: inout State) -> Effect<Action> {
    // A record that could not be read is asked for again.
    guard state.isFilled else { return state.$record.loadError == nil ? .none : read(state) }
    switch press {
    case .edit(let edit): return edited(edit, &state)
    case .space:
      guard case .toggle = state.fields[state.focus].kind else { return edited(.insert(" "), &state) }
      guard !state.isSaving else { return .none }
      state.fields[state.focus].toggle()
      state.failure = nil
      state.follow()
      return .none
    case .nextField:
      state.focus = (state.focus + 1) % state.fields.count
      return .none
    case .previousField:
      state.focus = (state.focus + state.fields.count - 1) % state.fields.count
      return .none
    case .enter(let noted):
      guard state.focus == state.fields.count - 1 else { return pressed(.nextField, &state) }
      return save(over: noted, &state)
    case .save(let noted): return save(over: noted, &state)
    }
  }

  private func edited(_ edit: TextEdit, _ state: inout State) -> Effect<Action> {
    guard !state.isSaving, state.fields[state.focus].edit(edit) else { return .none }
    state.failure = nil
    let isUnique = state.fields[state.focus].isUnique
    state.follow()
    return isUnique ? lookUp(state) : .none
  }

  /// Looks whether other records have what was typed.
  private func lookUp(_ state: State) -> Effect<Action> {
    let values = state.fields.compactMap { field -> TakenValues.Candidate? in
      guard field.isUnique, field.isChanged, case .text(let input) = field.kind,
        input.byteCount <= Self.longestLookedUp
      else { return nil }
      return TakenValues.Candidate(column: field.key, text: field.trimmedText)
    }
    return .run { [taken = state.$taken, table = state.table, id = state.id] _ in
      try await taken.load(TakenValues(table, values: values, except: id))
    } catch: { error, send in
      await send(.lookUpFailed("What is taken could not be looked up: \(sentence(error))."))
    }
    .cancellable(id: EffectName.taken, cancelInFlight: true)
  }

  // MARK: The record

  private func read(_ state: State) -> Effect<Action> {
    .run { [record = state.$record] _ in
      try await record.load()
    } catch: { _, _ in
      // The form tells of it as long as it lasts: it is the record's `loadError`.
    }
    .cancellable(id: EffectName.reading, cancelInFlight: true)
  }

  private func recordChanged(_ state: inout State) -> Effect<Action> {
    guard case .row = state.record else { return .none }
    state.follow()
    state.showConflict()
    state.isFilled = true
    return .none
  }

  // MARK: Saving

  private func save(over noted: ExactRow, _ state: inout State) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    guard state.canSave else {
      state.isHindranceTold = true
      if let index = state.problems.firstIndex(where: { $0 != nil }) { state.focus = index }
      return .none
    }
    let changed = state.fields.filter(\.isChanged)
    if state.id != nil, changed.isEmpty { return .send(.unchanged(wasWritten: false)) }
    state.isSaving = true
    state.failure = nil
    let underWay = ChangeUnderWay("Saving \(state.id.map(state.table.named) ?? "the new \(state.table.style.noun)")")
    let interruption = underWay.interruption
    let work = Effect<Action>.run { [database, table = state.table, fields = state.fields, id = state.id] send in
      if let id {
        let values = ExactRow(uniqueKeysWithValues: changed.map { ($0.key, $0.value) })
        let seen = ExactRow(uniqueKeysWithValues: changed.map { ($0.key, noted[$0.key] ?? $0.base) })
        let change = try await database.write(endedBy: interruption) { db in
          try table.edit(id, values, seen: seen, db)
        }
        await send(change.rows.isEmpty ? .unchanged(wasWritten: true) : .saved(id: id, change))
      } else {
        let change = try await database.write(endedBy: interruption) { db in
          try table.add(ExactRow(uniqueKeysWithValues: fields.map { ($0.key, $0.value) }), db)
        }
        // Where nothing was added `add` has thrown.
        if let id = change.rows.first?.id { await send(.saved(id: id, change)) }
      }
    } catch: { error, send in
      switch error {
      case is ChangeConflict: await send(.saveRefused)
      case is RecordGone: await send(.saveFailed("Not saved: this record is gone."))
      default: await send(.saveFailed("Not saved: \(sentence(error))."))
      }
    }
    return .merge(.send(.saveBegan(underWay)), work)
  }
}
