// A form for a new record, or for one that is there: fields, with what is wrong beside them.
//
//   editKeyPressed ──> form, drawn at once ──> record read ──> fields filled; keys wait until then
//   another program's change ──> untouched fields follow it; beside the others stands what it is
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
    /// The table of the record.
    public let table: ListedTable
    /// The fields, one for each column that may be written.
    public internal(set) var fields: [FormField]
    /// The index of the field that keys go to.
    public internal(set) var focus = 0
    /// Whether the record is being saved.
    public internal(set) var isSaving = false
    /// The index of the field whose text the person's editor has; `nil` if no editor is open.
    public internal(set) var editedField: Int?
    /// Whether the form is there for the editor alone: it is saved or closed when the editor has ended.
    var isForEditor = false
    /// What the person is asked, until the next key.
    public internal(set) var asked: Asked?
    /// Whether saving was asked for while something hinders it.
    public internal(set) var isHindranceTold = false
    /// Whether a save was refused for a change that had not been shown.
    var isConflictToShow = false
    /// Why saving failed; what was typed is kept.
    public internal(set) var failure: String?
    /// What the file refused of what was typed, by column: in the words beside its field, until that is edited.
    public internal(set) var refusals: [String: String] = [:]
    /// Whether the fields hold what there is to edit.
    public internal(set) var isFilled: Bool
    /// What `record` reads; `nil` for a new record.
    private(set) var request: ExactRecord?
    /// The record as it stands.
    @Fetch public var record = ExactRecord.Value.unread
    /// The columns whose value another record has: followed while it is typed.
    @Fetch public var taken = Set<String>()

    /// A form for a new record.
    public init(_ table: ListedTable) {
      self.init(table, id: nil)
    }

    /// A form for the record that is there. `rowIDVersion`: the version of the schema at which `id` was read. `old`: what
    /// the form for it read while its table had other columns.
    public init(_ table: ListedTable, id: RecordID, rowIDVersion: Int? = nil, after old: ExactRecord? = nil) {
      self.init(table, id: RecordID?(id))
      let request = ExactRecord(table, id: id, isKept: true, rowIDVersion: rowIDVersion, after: old)
      self.request = request
      _record = Fetch(wrappedValue: .unread, request)
    }

    /// A form for one value of the record that is there, which the person's editor is opened on; `nil` if the column can't
    /// be set.
    public init?(_ table: ListedTable, id: RecordID, rowIDVersion: Int?, inEditor column: String) {
      self.init(table, id: id, rowIDVersion: rowIDVersion)
      guard let index = fields.firstIndex(where: { $0.key == column }) else { return nil }
      (focus, isForEditor) = (index, true)
    }

    private init(_ table: ListedTable, id: RecordID?) {
      (self.table, self.id, isFilled) = (table, id, id == nil)
      fields = table.style.editableColumns.filter { id == nil || !$0.isFixed }.map(FormField.init)
      // A number that SQLite gives is seldom typed.
      focus = fields.firstIndex { $0.column.defaultValue != .rowID } ?? 0
      _taken = Fetch(wrappedValue: [], TakenValues(table))
    }
  }

  /// A key that does something in the form. A save replaces only values that the person has had time to read.
  public enum Press: Hashable, Sendable {
    /// The text of the field was edited.
    case edit(TextEdit)
    /// To the line above or below, or out of the text.
    case line(TextEdit.Stretch)
    /// The space bar: a toggle turns, a text gets a space.
    case space
    /// The field is to hold NULL.
    case null
    /// The text is to be edited in the person's editor.
    case editor
    /// To the next field.
    case nextField
    /// To the field before.
    case previousField
    /// To the next field, or to save from the last one.
    case enter(over: ExactRow)
    /// To save.
    case save(over: ExactRow)
  }

  /// What a form asks: the key that asked it says yes.
  public enum Asked: Sendable {
    /// Whether what was typed may be lost.
    case discard
    /// Whether to save what undo can take back only for a while.
    case passingUndo
  }

  /// What can happen to the form.
  @CasePathable
  public enum Action: Sendable {
    /// A key was pressed.
    case pressed(Press)
    /// Esc was pressed.
    case escapeKeyPressed
    /// Another program has changed the record.
    case recordChanged
    /// The record is being saved.
    case saveBegan(ChangeUnderWay)
    /// `id`: the record, as far as it is known.
    case saved(id: RecordID?, BookChange)
    /// The record holds something else than what was to be overwritten.
    case saveRefused(over: ExactRow)
    /// Undo could take it back only until another row of a search index changes.
    case saveDoubted(PassingUndo)
    /// `beside`: what was refused, by column.
    case saveFailed(String, beside: [String: String] = [:])
    /// Which values are taken could not be read; with the reason.
    case lookUpFailed(String)
    /// The record could not be read: `record` tells why.
    case notFilled
    /// The person's editor has ended, and left this text.
    case editorEnded(String)
    /// The editor failed; with the reason.
    case editorFailed(String)
    /// The person leaves what was typed.
    case discarded
    /// What is there is what was to be saved; `wasWritten`: that was seen when it was saved.
    case unchanged(wasWritten: Bool)
  }

  private enum EffectName: Hashable {
    case taken
    case reading
  }

  /// Longer texts are not looked up while they are typed: a save says that they are taken.
  private static var longestLookedUp: Int { 10_000 }

  @Dependency(\.defaultDatabase) private var database
  @Dependency(\.textEditor) private var textEditor

  /// Makes the reducer of the form.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pressed(let press):
        let asked = state.asked
        state.asked = nil
        state.isHindranceTold = false
        return pressed(press, isAgain: asked == .passingUndo, &state)
      case .escapeKeyPressed:
        // A save that has begun may be done already: it says so, or why not.
        guard !state.isSaving, state.editedField == nil else { return .none }
        guard state.isTouched, state.asked != .discard else { return .send(.discarded) }
        state.asked = .discard
        return .none
      case .recordChanged: return recordChanged(&state)
      case .saveRefused(let read):
        state.isSaving = false
        // What they had no time to read is news to the person.
        for index in state.fields.indices where state.fields[index].isChanged {
          if let value = read[state.fields[index].key] { state.fields[index].rebase(on: value) }
        }
        state.failure = "Not saved: another program has just changed this record."
        state.isConflictToShow = true
        state.showConflict()
        return .none
      case .saveDoubted(let doubt):
        state.isSaving = false
        state.asked = .passingUndo
        state.failure = "Not saved yet: \(sentence(doubt)). Ctrl-S saves it all the same."
        return .none
      case .saveFailed(let failure, let refusals):
        state.isSaving = false
        state.failure = failure
        state.refusals = refusals
        if let index = state.fields.firstIndex(where: { refusals[$0.key] != nil }) { state.focus = index }
        return .none
      case .lookUpFailed(let failure):
        state.failure = failure
        return .none
      case .editorEnded(let text): return editorEnded(text, &state)
      case .editorFailed(let failure):
        state.editedField = nil
        state.failure = failure
        state.follow()
        return .none
      case .saveBegan, .saved, .discarded, .unchanged, .notFilled: return .none
      }
    }
  }

  // MARK: Keys

  /// `isAgain`: the person has been asked whether to save it.
  private func pressed(_ press: Press, isAgain: Bool = false, _ state: inout State) -> Effect<Action> {
    // A record that could not be read is asked for again: by other keys than text, which would be lost.
    guard state.isFilled else { return state.$record.loadError == nil ? .none : read(state) }
    switch press {
    case .edit(let edit): return change(&state) { $0.edit(edit) }
    case .line(let stretch):
      guard state.fields[state.focus].hasLine(stretch) else {
        return pressed(stretch == .lineBefore ? .previousField : .nextField, &state)
      }
      return change(&state) { $0.edit(.move(stretch)) }
    case .space:
      return change(&state) { field in
        guard field.isToggle else { return field.edit(.insert(" ")) }
        field.toggle()
        return true
      }
    case .null:
      // Where another program's value stands beside the field, that is taken over instead.
      let news = state.news(of: state.fields[state.focus])
      return change(&state) { field in
        if let news { field.fill(from: news) } else { field.clear() }
        return true
      }
    case .editor: return openEditor(&state)
    case .nextField:
      state.focus = (state.focus + 1) % state.fields.count
      return .none
    case .previousField:
      state.focus = (state.focus + state.fields.count - 1) % state.fields.count
      return .none
    case .enter(let read):
      guard state.focus == state.fields.count - 1 else { return pressed(.nextField, &state) }
      return save(over: read, isAgain: isAgain, &state)
    case .save(let read): return save(over: read, isAgain: isAgain, &state)
    }
  }

  /// Changes the field that keys go to; `body` returns whether it did.
  private func change(_ state: inout State, _ body: (inout FormField) -> Bool) -> Effect<Action> {
    guard !state.isSaving, body(&state.fields[state.focus]) else { return .none }
    let column = state.fields[state.focus].column
    state.failure = nil
    state.refusals[column.name] = nil
    state.follow()
    return column.uniqueCollation == nil ? .none : lookUp(state)
  }

  /// Looks whether other records have what was typed.
  private func lookUp(_ state: State) -> Effect<Action> {
    let values = state.fields.compactMap { $0.candidate(atMost: Self.longestLookedUp) }
    return .run { [taken = state.$taken, table = state.table, id = state.id] _ in
      try await taken.load(TakenValues(table, values: values, except: id))
    } catch: { error, send in
      await send(.lookUpFailed("Almanac can't check which values are taken: \(sentence(error))."))
    }
    .cancellable(id: EffectName.taken, cancelInFlight: true)
  }

  // MARK: The record

  private func read(_ state: State) -> Effect<Action> {
    .run { [record = state.$record] _ in
      try await record.load()
    } catch: { _, _ in
      // The form shows it as long as it lasts: it is the record's `loadError`.
    }
    .cancellable(id: EffectName.reading, cancelInFlight: true)
  }

  private func recordChanged(_ state: inout State) -> Effect<Action> {
    guard case .row = state.record else { return .none }
    state.follow()
    state.showConflict()
    let isFirst = !state.isFilled
    state.isFilled = true
    return isFirst && state.isForEditor ? openEditor(&state) : .none
  }

  // MARK: The editor

  /// Opens the person's editor on the field that keys go to. The field does not follow its record meanwhile: what
  /// others write is shown beside it afterwards.
  private func openEditor(_ state: inout State) -> Effect<Action> {
    guard !state.isSaving, state.editedField == nil else { return .none }
    let field = state.fields[state.focus]
    guard let text = field.editorText else { return .send(.editorFailed(field.editorRefusal ?? "")) }
    state.editedField = state.focus
    state.failure = nil
    return .run { [textEditor] send in
      await send(.editorEnded(try await textEditor.edit(text)))
    } catch: { error, send in
      await send(.editorFailed("Not edited: \(sentence(error))."))
    }
  }

  private func editorEnded(_ text: String, _ state: inout State) -> Effect<Action> {
    guard let edited = state.editedField else { return .none }
    (state.editedField, state.focus) = (nil, edited)
    var isChanged = false
    let looking = change(&state) { field in
      isChanged = field.replace(with: text)
      return isChanged
    }
    guard state.isForEditor else {
      if !isChanged { state.follow() }
      return looking
    }
    guard isChanged else { return .send(.unchanged(wasWritten: false)) }
    state.isForEditor = false
    // The person decides whether a record that has gone is to be there again, and whether a text is a number.
    let field = state.fields[edited]
    if let remark = field.value.flatMap(field.column.remark) {
      state.failure = "Not saved yet: \(field.label) would hold \(remark). Ctrl-S saves it."
      return looking
    }
    return state.isGone ? looking : .merge(looking, save(over: [:], &state))
  }

  // MARK: Saving

  private func save(over read: ExactRow, isAgain: Bool = false, _ state: inout State) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    guard state.canSave else {
      state.isHindranceTold = true
      if let index = state.firstProblem { state.focus = index }
      return .none
    }
    // Another program has written exactly what was typed.
    let changed = state.fields.filter { field in
      field.isChanged && state.record.row?[field.key].map(field.isTyped) != true
    }
    if !state.isNew, changed.isEmpty { return .send(.unchanged(wasWritten: false)) }
    state.isSaving = true
    state.failure = nil
    state.refusals = [:]
    let id = state.isNew ? nil : state.id
    let name = id.map { state.table.named($0, state.record.row).description }
    let underWay = ChangeUnderWay("Saving \(name ?? "the new \(state.table.style.noun)")")
    let interruption = underWay.interruption
    // What a new record does not say has its default, and a number that SQLite gives is its own. One that was there before
    // comes back under its number: others may name it.
    let fields =
      id == nil ? state.fields.filter { $0.isChanged || $0.column.defaultValue != .rowID || state.isGone } : changed
    let values = ExactRow(fields.compactMap { field in field.value.map { (field.key, $0) } })
    // Where VACUUM may give the rowid to another record, only all that the record holds tells it.
    let whole = state.table.hasLooseRowIDs ? state.record.row ?? [:] : [:]
    let seen = ExactRow(changed.map { ($0.key, read[$0.key] ?? $0.base ?? .null) })
    let work = Effect<Action>.run { [database, table = state.table] send in
      if let id {
        let seen = whole.merging(seen)
        let change = try await database.write(endedBy: interruption) { db in
          let change = try table.edit(id, values, seen: seen, db)
          if !isAgain { try change.requireLastingUndo(db) }
          return change
        }
        let now = change.onlyRow.map { $0.after == nil ? nil : $0.id } ?? id
        await send(change.rows.isEmpty ? .unchanged(wasWritten: true) : .saved(id: now, change))
      } else {
        let change = try await database.write(endedBy: interruption) { db in
          let change = try table.add(values, db)
          if !isAgain { try change.requireLastingUndo(db) }
          return change
        }
        await send(.saved(id: change.onlyRow?.id, change))
      }
    } catch: { [database, table = state.table] error, send in
      switch error {
      case is ChangeConflict: await send(.saveRefused(over: seen))
      case let doubt as PassingUndo: await send(.saveDoubted(doubt))
      case is RecordGone: await send(.saveFailed("Not saved: this record is gone."))
      default:
        var refused: RefusedValues?
        if RefusedValues.explain(error) {
          refused = try? await database.read { db in try RefusedValues(error, of: table, id, values, db) }
        }
        if let refused, let column = table.style.editableColumns.first(where: { $0.name == refused.column }) {
          await send(.saveFailed("Not saved: see \(column.label).", beside: [column.name: refused.words]))
        } else {
          let words = refused.map { [$0.column, $0.words].compactMap(\.self).joined(separator: ": ") }
          await send(.saveFailed("Not saved: \(words ?? sentence(error))."))
        }
      }
    }
    return .merge(.send(.saveBegan(underWay)), work)
  }
}
