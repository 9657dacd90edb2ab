// A list of records: searched, opened, added to, toggled and deleted from.
//
// No action refetches after a write: the window and the counts are live queries.
public import AlmanacRecords
import Containers
import Databases
public import LiveQueries
public import Stores
import StructuredQueries

/// What a person does in a list of records.
@Reducer
public struct RecordList<Record: ListedRecord> {
  @ObservableState
  public struct State: Equatable {
    /// The rows at hand.
    @Fetch(RecordsWindow<Record>()) public var page = RecordsWindow<Record>.Value()
    @LiveCount(Record.self) public var total
    @LiveCount(Record.self, search: nil) public var hits
    /// What was typed into the search line.
    public var search = TextInput()
    /// What the list is searched for: what was typed, taken apart.
    public fileprivate(set) var query = SearchQuery()
    /// Whether keys go to the search line.
    public var isSearchTyped = false
    /// The number of the load of rows that is under way; `nil` when none is.
    public fileprivate(set) var loading: Int?
    fileprivate var loadCount = 0
    /// The record that the list is asked to show and put its cursor on.
    public var reveal: Reveal?
    public var detail: RecordDetail<Record>.State?
    public var form: RecordForm<Record>.State?

    public init() {}

  }

  /// A wish to see a record; each is another, also for the same record.
  public struct Reveal: Hashable, Sendable {
    public var number: Int
    public var id: Int
    public var key: RowKey
    /// Whether it has just been added or brought back, and is marked as such.
    public var isNew: Bool
  }

  @CasePathable
  public enum Action: Sendable {
    // What the list asks for.
    case windowNeeded(RecordsWindow<Record>)
    case windowLoadEnded(number: Int)
    case selectionLost(id: Int)
    case recordFound(id: Int, RowKey, isNew: Bool)
    // What is pressed.
    case searchKeyPressed
    case searchEdited(TextEdit)
    case searchSubmitted
    case searchCleared(around: RowKey?)
    case openKeyPressed(id: Int)
    case backKeyPressed
    case addKeyPressed
    case editKeyPressed(id: Int)
    case toggleKeyPressed(id: Int)
    case deleteKeyPressed(id: Int)
    // What came of it: for the screen around.
    case done(String, BookChange)
    case failed(String)
    case revealAsked(id: Int, isNew: Bool)
    case detail(RecordDetail<Record>.Action)
    case form(RecordForm<Record>.Action)
  }

  private enum EffectName: Hashable {
    case window
    case lookup
  }

  @Dependency(\.defaultDatabase) private var database

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .windowNeeded(let window):
        // Wanted of a list that is on its way out: the rows of another search are coming.
        guard window.list.search == state.query else { return .none }
        return load(window, &state)
      case .windowLoadEnded(let number):
        if state.loading == number { state.loading = nil }
        return .none
      case .selectionLost(let id): return look(for: id, isNew: false, state)
      case .revealAsked(let id, let isNew): return look(for: id, isNew: isNew, state)
      case .recordFound(let id, let key, let isNew):
        let number = (state.reveal?.number ?? 0) + 1
        state.reveal = Reveal(number: number, id: id, key: key, isNew: isNew)
        return .none

      case .searchKeyPressed:
        state.isSearchTyped = true
        state.search.moveToEnd()
        return .none
      case .searchEdited(let edit):
        state.search.apply(edit)
        return searchChanged(anchor: .start, &state)
      case .searchSubmitted:
        state.isSearchTyped = false
        return .none
      case .searchCleared(let key):
        state.isSearchTyped = false
        state.search = TextInput()
        return searchChanged(anchor: key.map(WindowAnchor.around) ?? .start, &state)

      case .openKeyPressed(let id):
        state.detail = RecordDetail<Record>.State(id: id)
        return .none
      case .backKeyPressed:
        state.detail = nil
        return .none
      case .addKeyPressed:
        state.form = RecordForm<Record>.State()
        return .none
      case .editKeyPressed(let id):
        state.form = RecordForm<Record>.State(id: id)
        return .none

      case .toggleKeyPressed(let id): return toggle(id)
      case .deleteKeyPressed(let id): return delete(id)

      case .form(.saved(let id, let change)):
        let isNew = state.form?.id == nil
        state.form = nil
        return .merge(
          .send(.done("\(isNew ? "Added" : "Edited") \(Record.noun) \(id)", change)),
          .send(.revealAsked(id: id, isNew: isNew)))
      case .form(.discarded):
        state.form = nil
        return .none
      case .done, .failed, .detail, .form: return .none
      }
    }
    .ifLet(\.detail, action: \.detail) { RecordDetail<Record>() }
    .ifLet(\.form, action: \.form) { RecordForm<Record>() }
  }

  private func load(_ window: RecordsWindow<Record>, _ state: inout State) -> Effect<Action> {
    state.loadCount += 1
    let number = state.loadCount
    state.loading = number
    return .run { [page = state.$page] send in
      // Someone else's lock ends: until then the screen says so, and the rows are asked for again and again.
      while true {
        do {
          try await page.load(window)
          break
        } catch let error as DatabaseError where error.isBusy {
          try await Task.sleep(for: .milliseconds(500))
        }
      }
      await send(.windowLoadEnded(number: number))
    } catch: { _, send in
      // The screen tells of it as long as it lasts: it is the page's `loadError`.
      await send(.windowLoadEnded(number: number))
    }
    .cancellable(id: EffectName.window, cancelInFlight: true)
  }

  private func searchChanged(anchor: WindowAnchor, _ state: inout State) -> Effect<Action> {
    let query = SearchQuery(state.search.text)
    guard query != state.query else { return .none }
    state.query = query
    state.$hits.load(query.isEmpty ? nil : query)
    var window = state.page.window ?? RecordsWindow<Record>()
    let span = max(window.before, window.after)
    window.list.search = query
    window.anchor = anchor
    (window.before, window.after) = anchor == .start ? (0, span) : (span, span)
    return load(window, &state)
  }

  /// Looks whether the record is still among those that are searched for, to put the cursor on it.
  private func look(for id: Int, isNew: Bool, _ state: State) -> Effect<Action> {
    .run { [database, query = state.query] send in
      if let key = try await database.read({ db in try Record.place(of: id, in: ListQuery(search: query), db) }) {
        await send(.recordFound(id: id, key, isNew: isNew))
      }
    } catch: { error, send in
      await send(.failed("Record \(id) could not be looked up: \(sentence(error))."))
    }
    .cancellable(id: EffectName.lookup, cancelInFlight: true)
  }

  private func toggle(_ id: Int) -> Effect<Action> {
    guard let toggle = Record.toggle else {
      return .send(.failed("A \(Record.noun) has nothing to toggle."))
    }
    return write("Toggled \(Record.noun) \(id)", "could not be toggled", id) { db in try toggle(id, db) }
  }

  private func delete(_ id: Int) -> Effect<Action> {
    write("Deleted \(Record.noun) \(id)", "could not be deleted", id) { db in try Record.delete([id], db) }
  }

  private func write(
    _ done: String, _ failure: String, _ id: Int, _ body: @escaping @Sendable (Database) throws -> BookChange
  ) -> Effect<Action> {
    .run { [database] send in
      let change = try await database.write(body)
      if change.rows.isEmpty {
        await send(.failed("Record \(id) has gone already."))
      } else {
        await send(.done(done, change))
      }
    } catch: { error, send in
      await send(.failed("Record \(id) \(failure): \(sentence(error)). Nothing was changed."))
    }
  }
}
