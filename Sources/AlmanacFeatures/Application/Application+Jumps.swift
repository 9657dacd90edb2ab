// Jumps from record to record by foreign keys, from a change or a row of a query's result to its record, and back.
//
//   Enter ──referenceFollowed──> looked up ──> found ────> the table's tab, with the cursor on the record, which is
//                                                            open if the one before was
//   Enter ──namingFollowed─────> the table's tab, with the referrers of the record before
//   l ──────changeFollowed─────> looked up ──> found ────> the same, from the list of changes
//   Esc ──────────────────────> the last jump is taken back: its tab, its list, its record on its line, open if it was
import AlmanacRecords
import Databases
import DiffableLists
import IdentifiedCollections
import LiveResults
import Stores

/// A place that the person left by a jump, along a foreign key or from a change.
public struct Jump: Hashable, Sendable {
  /// The tab of the place: a table, or the changes.
  var tab: Application.Tab
  var place: ListPlace
  /// The table whose record the jump opened; `nil` if it opened none.
  var openedTable: String?
  /// The list that the jump filtered; `nil` if it filtered none.
  var filtered: Filtered?
  /// The column to change in the form that the jump opens; `nil` if it opens none.
  var editedColumn: String?

  /// A list with the filter of a jump.
  struct Filtered: Hashable, Sendable {
    var table: String
    var filter: RecordFilter
    /// The person's former place in the list.
    var placeBefore: ListPlace
  }

  /// Follows the renaming of a table.
  mutating func rename(_ old: String, to new: String) {
    if tab == .table(old) { tab = .table(new) }
    if openedTable?.isSameName(as: old) == true { openedTable = new }
    if filtered?.table.isSameName(as: old) == true { filtered?.table = new }
  }
}

/// The jumps that Esc takes back, the latest last, and the one under way.
@ObservableState
struct Jumps: Equatable {
  /// A held key makes more than anyone takes back.
  private static let capacity = 100

  private var made: [Jump] = []
  /// The tab where a jump began, while its destination is looked up.
  var tabOfLookup: Application.Tab?
  /// The tabs to go back to from the list of changes and from the query, the latest last. None is in it twice.
  private var tabsBefore: [Application.Tab] = []

  var latest: Jump? { made.last }

  mutating func add(_ jump: Jump) {
    made.append(jump)
    if made.count > Self.capacity { made.removeFirst() }
  }

  mutating func takeLatest() -> Jump? { made.popLast() }

  /// The filter that the latest of these jumps has set in the list of a table.
  func filter(of table: ListedTable) -> RecordFilter? {
    made.compactMap(\.filtered).last { table.isNamed($0.table) }?.filter
  }

  /// Remembers the tab from which the person goes to `next`, which is not in the tab bar.
  mutating func go(from tab: Application.Tab?, to next: Application.Tab) {
    tabsBefore.removeAll { $0 == next || $0 == tab }
    if let tab { tabsBefore.append(tab) }
  }

  /// The tab to go back to.
  mutating func takeTabBefore() -> Application.Tab? { tabsBefore.popLast() }

  /// The latest of these tabs that the person can go back to; nil if there is none.
  func tabBefore(among tabs: [Application.Tab]) -> Application.Tab? { tabsBefore.last(where: tabs.contains) }

  /// The person has gone to a tab of the tab bar: there is none to go back to.
  mutating func forgetTabsBefore() { tabsBefore = [] }

  /// Follows the renaming of a table.
  mutating func rename(_ old: String, to new: String) {
    for index in made.indices { made[index].rename(old, to: new) }
    for index in tabsBefore.indices where tabsBefore[index] == .table(old) { tabsBefore[index] = .table(new) }
  }
}

extension Application {
  /// A jump to a record, or back.
  public enum JumpAction: Sendable {
    /// The record that a jump leads to was found.
    case found(Jump, at: Destination)
    /// A jump failed, with a sentence that says why.
    case failed(from: Tab, String)
    /// Esc was pressed while the record was looked up.
    case cancelled
    /// Esc was pressed with nothing else to close or to clear.
    case backKeyPressed
  }

  private enum EffectName: Hashable { case lookup }

  func reduce(_ action: JumpAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .found(let jump, let destination): return arrive(at: destination, from: jump, &state)
    case .failed(let tab, let text):
      endLookup(from: tab, &state)
      state.show(Message(text: text, isPassing: true), at: tab)
      return .none
    case .cancelled:
      if let tab = state.jumps.tabOfLookup { endLookup(from: tab, &state) }
      return .cancel(id: EffectName.lookup)
    case .backKeyPressed: return goBack(&state)
    }
  }

  /// The destination of a jump.
  public struct Destination: Hashable, Sendable {
    var table: ListedTable
    var id: RecordID
    /// The schema version for which `id` holds; `nil` if it always holds.
    var rowIDVersion: Int?
    /// The search or filter that hides the record in its list; `nil` if it is not hidden.
    var hidden: HiddenRecord?
  }

  /// Looks up the record that a record of `table` references, to go there. Keys wait meanwhile.
  func follow(
    _ reference: TableReference, of id: RecordID, in table: ListedTable, _ state: inout State
  ) -> Effect<Action> {
    let parent = state.tableTab(named: reference.parent)?.table
    guard let list = state.lists[id: table] else { return .none }
    if let refusal = refusal(of: reference, to: parent, state) {
      state.note(refusal)
      return .none
    }
    guard let parent else { return .none }
    let jump = Jump(
      tab: .table(table.name), place: list.place(of: id), openedTable: list.detail == nil ? nil : parent.name)
    return look(for: jump, in: parent, &state) { db in
      guard let values = try table.values(of: reference.columns, in: id, db) else { return .gone(table.named(id)) }
      let found = try parent.records(whose: reference.parentColumns, are: values, limit: 1, db)
      if let named = found.first?.id { return .found(named) }
      let words = zip(reference.parentColumns, values).map { "\($0) \($1.quoted)" }.joined(separator: ", ")
      return .absent("\(parent.name) has no record with \(words).")
    }
  }

  /// Looks up the record of a change, to go there. Keys wait meanwhile.
  func jump(
    fromChange change: RecordID, to id: RecordID, in table: ListedTable, _ state: inout State
  ) -> Effect<Action> {
    guard let list = state.changes else { return .none }
    guard !state.hasDialog(over: table) else {
      state.note("\(table.name) has a dialog open: close it first.")
      return .none
    }
    let jump = Jump(
      tab: .changes, place: list.place(of: change), openedTable: list.detail == nil ? nil : table.name)
    return look(for: jump, in: table, &state) { db in
      try ListQuery(table).place(of: id, db) == nil ? .gone(table.named(id)) : .found(id)
    }
  }

  /// Looks up the record that a row of the query's result comes from, to go there. Keys wait meanwhile.
  func jump(from source: Query.Source, _ state: inout State) -> Effect<Action> {
    let (record, row) = (source.record, source.row)
    func refuse(_ sentence: String) -> Effect<Action> { .send(.query(.sourceRefused(sentence))) }
    guard state.tab == .query, let list = state.query?.lists.first else { return refuse("The result is gone.") }
    guard let table = state.tableTab(named: record.table)?.table else {
      return refuse("\(record.table) has no tab here.")
    }
    if state.hasDialog(over: table) { return refuse("\(table.name) has a dialog open: close it first.") }
    if source.editedColumn != nil, let reason = table.style.editing.refusals[.edit] { return refuse(reason) }
    let jump = Jump(tab: .query, place: list.place(of: row), openedTable: table.name, editedColumn: source.editedColumn)
    return look(for: jump, in: table, &state) { db in
      if record.columns == nil, case .rowID = table.identity, case .integer(let rowID)? = record.values.first {
        let id = RecordID.rowID(rowID)
        return try ListQuery(table).place(of: id, db) == nil ? .gone(table.named(id)) : .found(id)
      }
      let columns = record.columns ?? ["rowid"]
      let found = try table.records(whose: columns, are: record.values, limit: 1, db)
      return found.first.map { .found($0.id) } ?? .absent("The record of \(table.name) has gone.")
    }
  }

  /// Looks up the destination of a jump in `table`.
  private func look(
    for jump: Jump, in table: ListedTable, _ state: inout State,
    _ find: @escaping @Sendable (Database) throws -> Finding
  ) -> Effect<Action> {
    // A lookup under way is cancelled without a message.
    if let from = state.jumps.tabOfLookup { endLookup(from: from, &state) }
    state.setList(of: jump.tab) { $0.work.isRevealAwaited = true }
    state.jumps.tabOfLookup = jump.tab
    return .run { [database, shown = state.lists[id: table]?.list] send in
      let (found, destination) = try await database.read { db -> (Finding, Destination?) in
        let found = try find(db)
        guard case .found(let id) = found else { return (found, nil) }
        let hidden = try shown.flatMap { try HiddenRecord.find(id, isNew: false, in: $0, db) }
        return (found, Destination(table: table, id: id, rowIDVersion: try table.rowIDVersion(db), hidden: hidden))
      }
      switch found {
      case .found: if let destination { await send(.jump(.found(jump, at: destination))) }
      case .absent(let text): await send(.jump(.failed(from: jump.tab, text)))
      }
    } catch: { error, send in
      await send(.jump(.failed(from: jump.tab, "The record could not be looked up: \(sentence(error)).")))
    }
    .cancellable(id: EffectName.lookup, cancelInFlight: true)
  }

  /// Ends the lookup: keys wait no longer.
  private func endLookup(from tab: Tab, _ state: inout State) {
    state.jumps.tabOfLookup = nil
    if tab == .query { state.query?.awaited.remove(.source) }
    state.setList(of: tab) { $0.work.isRevealAwaited = false }
  }

  /// Goes to the referrers of a record of `table`. The filter selects them.
  func follow(
    _ naming: NamingTable, _ filter: RecordFilter, of id: RecordID, in table: ListedTable, _ state: inout State
  ) -> Effect<Action> {
    guard let list = state.lists[id: table] else { return .none }
    guard let child = state.tableTab(named: naming.table)?.table else {
      state.noteGone(naming.table)
      return .none
    }
    guard !state.hasDialog(over: child) else {
      state.note("\(child.name) has a dialog open: close it first.")
      return .none
    }
    let place = list.place(of: id)
    state.go(to: child)
    let filtered = state.lists[id: child].map {
      Jump.Filtered(table: child.name, filter: filter, placeBefore: $0.place(of: $0.model.dataSource.selected))
    }
    state.jumps.add(Jump(tab: .table(table.name), place: place, filtered: filtered))
    return .send(.lists(.element(id: child, action: .query(.namingAsked(filter)))))
  }

  private enum Finding: Sendable {
    case found(RecordID)
    /// There is no such record, as this sentence says.
    case absent(String)

    static func gone(_ name: RecordName) -> Finding { .absent("\(name.title) has gone.") }
  }

  /// Why a foreign key leads nowhere now; `nil` if it may lead somewhere.
  private func refusal(of reference: TableReference, to parent: ListedTable?, _ state: State) -> String? {
    let columns = reference.columns.joined(separator: ", ")
    guard let parent else { return "\(columns) names a record of \(reference.parent), which is not in the file." }
    if reference.parentColumns.isEmpty {
      return "\(columns) names a record by a column that \(parent.name) does not have."
    }
    return state.hasDialog(over: parent) ? "\(parent.name) has a dialog open: close it first." : nil
  }

  /// Goes to the found record, unless the person has gone elsewhere meanwhile.
  private func arrive(at destination: Destination, from jump: Jump, _ state: inout State) -> Effect<Action> {
    if let from = state.jumps.tabOfLookup { endLookup(from: from, &state) }
    let table = state.present(destination.table)
    guard state.tab == jump.tab, state.tableTabs.contains(where: { $0.table == table }) else { return .none }
    state.jumps.add(jump)
    state.go(to: table)
    func send(_ action: RecordList.Action) -> Effect<Action> { .send(.lists(.element(id: table, action: action))) }
    let open = RecordList.Action.open(.openKeyPressed(id: destination.id, rowIDVersion: destination.rowIDVersion))
    let edit = jump.editedColumn.map { send(.open(.editKeyPressed(id: destination.id, column: $0))) } ?? .none
    let rest: Effect<Action> = jump.tab == .query ? .send(.query(.hidden)) : .none
    let opening: Effect<Action> = jump.openedTable == nil ? .none : .merge(send(open), edit, rest)
    guard let hidden = destination.hidden else {
      // Keys wait from now on, before the list handles the action.
      state.lists[id: table]?.work.isRevealAwaited = true
      return .merge(send(.cursor(.revealAsked(id: destination.id, isNew: false))), opening)
    }
    return .merge(send(.cursor(.hiddenKeyPressed(hidden))), opening)
  }

  /// Goes back to the last place that still exists.
  func goBack(_ state: inout State) -> Effect<Action> {
    while let jump = state.jumps.takeLatest() {
      guard case .table(let name) = jump.tab else {
        state.tab = jump.tab
        guard jump.tab == .query else { return state.changeLists.send(.cursor(.returnAsked(jump.place))) }
        guard let result = state.query?.lists.first?.table else { return .send(.query(.shown)) }
        return .merge(
          .send(.query(.shown)),
          .send(.query(.lists(.element(id: result, action: .cursor(.returnAsked(jump.place)))))))
      }
      guard let table = state.tableTab(named: name)?.table else {
        state.noteGone(name)
        continue
      }
      let leaving = takeBack(jump, &state)
      state.go(to: table)
      return .merge(leaving, .send(.lists(.element(id: table, action: .cursor(.returnAsked(jump.place))))))
    }
    return .none
  }

  /// Shows the former content of the list that a jump filtered, unless the person has chosen another filter.
  private func takeBack(_ jump: Jump, _ state: inout State) -> Effect<Action> {
    guard let filtered = jump.filtered,
      let table = state.tableTab(named: filtered.table)?.table,
      let list = state.lists[id: table]
    else { return .none }
    // An earlier jump may also have filtered the list.
    state.lists[id: table]?.filterOfJump = state.jumps.filter(of: table)
    guard list.list.filter == filtered.filter, jump.tab != .table(table.name) else { return .none }
    return .send(.lists(.element(id: table, action: .cursor(.returnAsked(filtered.placeBefore)))))
  }
}

extension Application.State {
  /// Whether a dialog over the list of a table must be answered first.
  func hasDialog(over table: ListedTable) -> Bool {
    let list = lists[id: table]
    return list?.form != nil || list?.confirmation != nil || list?.detail?.saving != nil
  }

  /// Shows the list of a table. It closes the open record and the search line, unless a form or a confirmation is open.
  mutating func go(to table: ListedTable) {
    tab = .table(table.name)
    visit()
    guard let list = lists[id: table], list.form == nil, list.confirmation == nil else { return }
    lists[id: table]?.detail = nil
    lists[id: table]?.typing.end()
  }
}
