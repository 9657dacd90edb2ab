// A form for a new or an existing record: its fields, with the problem of each below it.
//
//   editKeyPressed ──> form, drawn at once ──> record read ──> fields filled; keys wait until then
//   another program's change ──> unchanged fields follow it; edited ones show it below
//   save ──> changed columns only, over the shown values: a value that was not shown is not overwritten
public import AlmanacRecords
import Containers
public import Databases
public import LiveQueries
public import Stores
import StructuredQueries

/// The feature of a form.
@Reducer
public struct RecordForm {
  @ObservableState
  public struct State: Equatable {
    /// The edited record; `nil` for a new one.
    public let id: RecordID?
    /// The table of the record.
    public let table: ListedTable
    /// The fields, one for each writable column.
    public internal(set) var fields: [FormField]
    /// The index of the focused field.
    public internal(set) var focus = 0
    /// Whether the record is being saved.
    public internal(set) var isSaving = false
    /// The index of the field that the person's editor has open; `nil` if no editor is open.
    public internal(set) var editedField: Int?
    /// What the form is for.
    var purpose = Purpose.filling
    /// What the person is asked or told, until the next key.
    public internal(set) var asked: Asked?
    /// Whether a save was refused because of a change that had not been shown.
    var isConflictToShow = false
    /// Why the save failed. The typed text is kept.
    public internal(set) var failure: String?
    /// What the file refused, by column: the words below the field, until it is edited.
    public internal(set) var refusals: [String: String] = [:]
    /// Whether the fields hold the record's values, or a new record's initial ones.
    public internal(set) var isFilled: Bool
    /// The query of `record`; `nil` for a new record that has its values.
    private(set) var request: ExactRecord?
    /// The present record.
    @Fetch public var record = ExactRecord.Value.unread
    /// The columns whose value another record already has. Live while the person types.
    @Fetch public var taken = Set<String>()

    /// A form for a new record.
    public init(_ table: ListedTable) {
      self.init(table, id: nil)
    }

    /// A form for an existing record. `rowIDVersion`: the schema version for which `id` holds. `old`: the query of an
    /// earlier form for the record, whose table had other columns.
    public init(_ table: ListedTable, id: RecordID, rowIDVersion: Int? = nil, after old: ExactRecord? = nil) {
      self.init(table, id: RecordID?(id))
      let request = ExactRecord(table, id: id, isKept: true, rowIDVersion: rowIDVersion, after: old)
      self.request = request
      _record = Fetch(wrappedValue: .unread, request)
    }

    /// A form for one value of an existing record, which opens in the person's editor; `nil` if the column can't be
    /// edited.
    public init?(_ table: ListedTable, id: RecordID, rowIDVersion: Int?, inEditor column: String) {
      self.init(table, id: id, rowIDVersion: rowIDVersion)
      guard let index = fields.firstIndex(where: { $0.key == column }) else { return nil }
      (focus, purpose) = (index, .editor)
    }

    /// A form for a new record with the values of another one.
    public init(_ table: ListedTable, duplicating id: RecordID, rowIDVersion: Int?) {
      self.init(table, id: nil)
      (purpose, isFilled) = (.duplicate, false)
      let request = ExactRecord(table, id: id, isKept: true, rowIDVersion: rowIDVersion)
      self.request = request
      _record = Fetch(wrappedValue: .unread, request)
    }

    private func moments(in column: EditableColumn) -> TypedMoments? {
      TypedMoments(column.name, of: table, zone: Container.shared.timeZone())
    }

    /// Takes the values of the record to duplicate. The new record does not follow it.
    fileprivate mutating func duplicate() {
      guard purpose == .duplicate, !isFilled, let row = record.row else { return }
      for index in fields.indices {
        if let value = row[fields[index].key] { fields[index].duplicate(value) }
      }
      request = nil
      _record = Fetch(wrappedValue: .unread)
    }

    /// A form for values to write into all chosen records: what is not typed stays.
    init(_ table: ListedTable, of chosen: ChosenRecords, cursor: RecordID?) {
      self.init(table, id: nil)
      purpose = .marked(chosen, cursor: cursor)
      let columns = table.style.editing.columns.filter { !$0.isFixed && !table.identity.columns.contains($0.name) }
      fields = columns.map { FormField(unchanged: $0, moments: moments(in: $0)) }
      focus = 0
    }

    private init(_ table: ListedTable, id: RecordID?) {
      (self.table, self.id, isFilled) = (table, id, id == nil)
      fields = []
      fields = table.style.editing.columns.filter { id == nil || !$0.isFixed }.map {
        FormField($0, moments: moments(in: $0))
      }
      // A rowid that SQLite assigns is seldom typed.
      focus = fields.firstIndex { $0.column.defaultValue != .rowID } ?? 0
      _taken = Fetch(wrappedValue: [], TakenValues(table))
    }
  }

  /// A key in the form. A save overwrites only values that the person had time to read.
  public enum Press: Hashable, Sendable {
    /// Edit the text of the field.
    case edit(TextEdit)
    /// Move to the line above or below, or out of the text.
    case line(TextEdit.Stretch)
    /// The space bar: toggles a field, or types a space into a text.
    case space
    /// Set the field to NULL, or back.
    case null
    /// Edit the text in the person's editor.
    case editor
    /// Move to the next field.
    case nextField
    /// Move to the previous field.
    case previousField
    /// Move to the next field; save from the last one.
    case enter(over: ExactRow)
    /// Save.
    case save(over: ExactRow)
  }

  /// An action of the form.
  @CasePathable
  public enum Action: Sendable {
    /// A key was pressed.
    case pressed(Press)
    /// Esc was pressed.
    case escapeKeyPressed
    /// The record was read, or has changed.
    case recordChanged
    /// A save has begun.
    case saveBegan(ChangeUnderWay)
    /// The record was saved. `id`: its present identity, if known.
    case saved(id: RecordID?, BookChange)
    /// The record differs from the values that the save would have overwritten. `over`: the values that the person had
    /// read.
    case saveRefused(over: ExactRow)
    /// The save could be undone only until another row of a search index changes.
    case saveDoubted(PassingUndo)
    /// The typed values are to be written into all chosen records.
    case editAsked(ExactRow, ChosenRecords, cursor: RecordID?)
    /// The save failed, with the reason. `beside`: the refused values, by column.
    case saveFailed(String, beside: [String: String] = [:])
    /// The lookup of taken values failed, with the reason.
    case lookUpFailed(String)
    /// The record could not be read: `record` has the error.
    case notFilled
    /// The person's editor has ended with this text.
    case editorEnded(String)
    /// The editor failed, with the reason.
    case editorFailed(String)
    /// The person discarded the form.
    case discarded
    /// There is nothing to save: the record already has these values. `wasWritten`: the write found that out.
    case unchanged(wasWritten: Bool)
  }

  private enum EffectName: Hashable {
    case taken
    case reading
  }

  /// Longer texts are not looked up while they are typed: the save reports that they are taken.
  private static var longestLookedUp: Int { 10_000 }

  @Dependency(\.defaultDatabase) var database
  @Dependency(\.textEditor) private var textEditor
  @Dependency(\.stepKeeper) var stepKeeper

  /// Makes the reducer of the form.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pressed(let press):
        let asked = state.asked
        state.asked = nil
        return pressed(press, despite: asked, &state)
      case .escapeKeyPressed:
        // A running save may already be done. It reports its own result.
        guard !state.isSaving, state.editedField == nil else { return .none }
        guard state.isTouched, state.asked != .discard else { return .send(.discarded) }
        state.asked = .discard
        return .none
      case .recordChanged: return recordChanged(&state)
      case .saveRefused(let read):
        state.isSaving = false
        // The values that they had no time to read are news to the person.
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
      case .saveBegan, .saved, .discarded, .unchanged, .notFilled, .editAsked: return .none
      }
    }
  }

  // MARK: Keys

  /// Handles a key. `asked`: the question that the person has read.
  private func pressed(_ press: Press, despite asked: Asked? = nil, _ state: inout State) -> Effect<Action> {
    // Keys other than text read a record again that could not be read. Text would be lost.
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
      // If another program's value is shown below the field, takes that over instead.
      let news = state.news(of: state.fields[state.focus])
      let theirs = state.record.row?[state.fields[state.focus].key]
      return change(&state) { field in
        if let choice = field.choice, let theirs {
          field.chooseNext(of: choice, now: theirs)
        } else {
          field.clear(news)
        }
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
      return save(over: read, despite: asked, &state)
    case .save(let read): return save(over: read, despite: asked, &state)
    }
  }

  /// Changes the focused field. `body` returns whether it did.
  private func change(_ state: inout State, _ body: (inout FormField) -> Bool) -> Effect<Action> {
    guard !state.isSaving, body(&state.fields[state.focus]) else { return .none }
    let column = state.fields[state.focus].column
    state.failure = nil
    state.refusals[column.name] = nil
    state.follow()
    return column.uniqueCollation == nil ? .none : lookUp(state)
  }

  /// Looks up whether other records have the typed values.
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
      // The form shows the error while it lasts: it is the record's `loadError`.
    }
    .cancellable(id: EffectName.reading, cancelInFlight: true)
  }

  private func recordChanged(_ state: inout State) -> Effect<Action> {
    guard case .row = state.record else { return .none }
    let isFirst = !state.isFilled
    if state.purpose == .duplicate {
      state.duplicate()
      state.isFilled = true
      return isFirst ? lookUp(state) : .none
    }
    state.follow()
    state.showConflict()
    if isFirst { state.offerChoices() }
    state.isFilled = true
    return isFirst && state.purpose == .editor ? openEditor(&state) : .none
  }

  // MARK: The editor

  /// Opens the person's editor on the focused field. Meanwhile the field does not follow its record; values from other
  /// programs are shown below it afterwards.
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
    guard state.purpose == .editor else {
      if !isChanged { state.follow() }
      return looking
    }
    guard isChanged else { return .send(.unchanged(wasWritten: false)) }
    state.purpose = .filling
    // The person decides whether to add a gone record again.
    return state.isGone ? looking : .merge(looking, save(over: [:], &state))
  }
}
