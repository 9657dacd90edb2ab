// A form for a new record: fields, with what is wrong beside them.
public import AlmanacRecords
import Containers
import Databases
public import LiveQueries
public import Stores
import StructuredQueries

/// What a person does in a form.
@Reducer
public struct RecordForm<Record: ListedRecord> {
  @ObservableState
  public struct State: Equatable {
    public var fields = Record.formFields
    /// The index of the field that keys go to.
    public var focus = 0
    public var isSaving = false
    /// Whether the form was asked to close with something typed in it.
    public var isDiscardAsked = false
    /// Why saving failed; what was typed is kept.
    public var failure: String?
    /// The columns whose value another record has: followed while it is typed, whoever takes it.
    @Fetch(TakenValues(table: Record.tableName)) public var taken = Set<String>()

    public init() {}

    /// What is wrong with each field; `nil` where nothing is.
    public var problems: [FieldProblem?] {
      fields.map { field in
        if field.isRequired, field.trimmedText.isEmpty { return .required }
        return field.isUnique && taken.contains(field.key) ? .taken : nil
      }
    }

    public var canSave: Bool { !isSaving && problems.allSatisfy { $0 == nil } }

    /// Whether there is something to lose.
    public var isTouched: Bool { fields != Record.formFields }
  }

  @CasePathable
  public enum Action: Sendable {
    case edited(TextEdit)
    case spaceKeyPressed
    case nextFieldKeyPressed
    case previousFieldKeyPressed
    case enterKeyPressed
    case saveKeyPressed
    case escapeKeyPressed
    case saved(id: Int, BookChange)
    case saveFailed(String)
    case lookUpFailed(String)
    case discarded
  }

  private enum EffectName: Hashable { case taken }

  @Dependency(\.defaultDatabase) private var database

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .escapeKeyPressed = action {} else { state.isDiscardAsked = false }
      switch action {
      case .edited(let edit): return edited(edit, &state)
      case .spaceKeyPressed:
        guard case .toggle(let isOn) = state.fields[state.focus].kind else { return edited(.insert(" "), &state) }
        state.fields[state.focus].kind = .toggle(!isOn)
        return .none
      case .nextFieldKeyPressed:
        state.focus = (state.focus + 1) % state.fields.count
        return .none
      case .previousFieldKeyPressed:
        state.focus = (state.focus + state.fields.count - 1) % state.fields.count
        return .none
      case .enterKeyPressed:
        guard state.focus == state.fields.count - 1 else { return .send(.nextFieldKeyPressed) }
        return save(&state)
      case .saveKeyPressed: return save(&state)
      case .escapeKeyPressed:
        // A save that has begun may be done already: it says so, or why not.
        guard !state.isSaving else { return .none }
        guard state.isTouched, !state.isDiscardAsked else { return .send(.discarded) }
        state.isDiscardAsked = true
        return .none
      case .saveFailed(let failure):
        state.isSaving = false
        state.failure = failure
        return .none
      case .lookUpFailed(let failure):
        state.failure = failure
        return .none
      case .saved, .discarded: return .none
      }
    }
  }

  private func edited(_ edit: TextEdit, _ state: inout State) -> Effect<Action> {
    guard !state.isSaving, case .text(var input) = state.fields[state.focus].kind else { return .none }
    input.apply(edit)
    state.fields[state.focus].kind = .text(input)
    state.failure = nil
    guard state.fields[state.focus].isUnique else { return .none }
    let values = state.fields.filter(\.isUnique).map { TakenValues.Candidate(column: $0.key, text: $0.trimmedText) }
    return .run { [taken = state.$taken] _ in
      try await taken.load(TakenValues(table: Record.tableName, values: values))
    } catch: { error, send in
      await send(.lookUpFailed("What is taken could not be looked up: \(sentence(error))."))
    }
    .cancellable(id: EffectName.taken, cancelInFlight: true)
  }

  private func save(_ state: inout State) -> Effect<Action> {
    guard state.canSave else { return .none }
    state.isSaving = true
    state.failure = nil
    return .run { [database, fields = state.fields] send in
      let change = try await database.write { db in try Record.add(fields, db) }
      // A trigger of somebody's may have taken the record away at once.
      guard let id = change.rows.first?.id else { return await send(.saveFailed("Not saved: the book refused it.")) }
      await send(.saved(id: id, change))
    } catch: { error, send in
      await send(.saveFailed("Not saved: \(sentence(error))."))
    }
  }
}
