// From record to record by foreign keys, from a change to its record, and back.
//
//   Enter ──referenceFollowed──> looked up ──> jumpFound ──> the tab of the table, its cursor on the record, which is
//                                                            open if the one before was
//   Enter ──namingFollowed─────> the tab of the table, with the records that name the one before
//   l ──────changeFollowed─────> looked up ──> jumpFound ──> the same, from the list of changes
//   Esc ──────────────────────> the last jump is taken back: its tab, its list, its record on its line, open if it was
import AlmanacRecords
import Databases
import DiffableLists
import IdentifiedCollections
import Stores

/// A place that the person left to go where a foreign key or a change leads.
public struct Jump: Hashable, Sendable {
  /// What was shown: a table, or the changes.
  var tab: Application.Tab
  var place: ListPlace
  /// The table whose record was opened by the jump; `nil` where none was.
  var openedTable: String?
  /// The list that the jump filtered; `nil` where it filtered none.
  var filtered: Filtered?

  /// A list with the filter of a jump.
  struct Filtered: Hashable, Sendable {
    var table: String
    var filter: RecordFilter
    /// Where the person was in it before.
    var placeBefore: ListPlace
  }

  /// A table has another name now.
  mutating func rename(_ old: String, to new: String) {
    if tab == .table(old) { tab = .table(new) }
    if openedTable?.isSameName(as: old) == true { openedTable = new }
    if filtered?.table.isSameName(as: old) == true { filtered?.table = new }
  }
}

/// The look for the record that a jump leads to.
struct LookupOfJump: Hashable {}

extension Application {
  /// Where a jump leads.
  public struct Destination: Hashable, Sendable {
    var table: ListedTable
    var id: RecordID
    /// The version of the schema at which that was read, where it holds no longer than that.
    var rowIDVersion: Int?
    /// What keeps the record from its list; `nil` where nothing does.
    var hidden: HiddenRecord?
  }

  /// Looks up the record that a record of `table` names, to go there. Keys wait meanwhile.
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

  /// Looks up the record of `table` to which a jump leads.
  private func look(
    for jump: Jump, in table: ListedTable, _ state: inout State,
    _ find: @escaping @Sendable (Database) throws -> Finding
  ) -> Effect<Action> {
    // The lookup under way is given up without a word.
    if let from = state.tabOfLookup { endLookup(from: from, &state) }
    state.setList(of: jump.tab) { $0.isRevealAwaited = true }
    state.tabOfLookup = jump.tab
    return .run { [database, shown = state.lists[id: table]?.list] send in
      let (found, destination) = try await database.read { db -> (Finding, Destination?) in
        let found = try find(db)
        guard case .found(let id) = found else { return (found, nil) }
        let hidden = try shown.flatMap { try HiddenRecord.find(id, isNew: false, in: $0, db) }
        return (found, Destination(table: table, id: id, rowIDVersion: try table.rowIDVersion(db), hidden: hidden))
      }
      switch found {
      case .found: if let destination { await send(.jumpFound(jump, to: destination)) }
      case .absent(let text): await send(.jumpFailed(from: jump.tab, text))
      }
    } catch: { error, send in
      await send(.jumpFailed(from: jump.tab, "The record could not be looked up: \(sentence(error))."))
    }
    .cancellable(id: LookupOfJump(), cancelInFlight: true)
  }

  /// The record is not looked up any more: keys wait no longer.
  func endLookup(from tab: Tab, _ state: inout State) {
    state.tabOfLookup = nil
    state.setList(of: tab) { $0.isRevealAwaited = false }
  }

  /// Goes to the records that name one of `table`, which a filter lets through.
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
    state.note(Jump(tab: .table(table.name), place: place, filtered: filtered))
    return .send(.lists(.element(id: child, action: .namingAsked(filter))))
  }

  private enum Finding: Sendable {
    case found(RecordID)
    /// There is no such record, as this sentence says.
    case absent(String)

    static func gone(_ name: RecordName) -> Finding { .absent("\(name.title) has gone.") }
  }

  /// Why a foreign key leads nowhere now; `nil` where it may.
  private func refusal(of reference: TableReference, to parent: ListedTable?, _ state: State) -> String? {
    let columns = reference.columns.joined(separator: ", ")
    guard let parent else { return "\(columns) names a record of \(reference.parent), which is not in the file." }
    if reference.parentColumns.isEmpty {
      return "\(columns) names a record by a column that \(parent.name) does not have."
    }
    return state.hasDialog(over: parent) ? "\(parent.name) has a dialog open: close it first." : nil
  }

  /// The record was found: goes there, unless the person has gone elsewhere meanwhile.
  func arrive(at destination: Destination, from jump: Jump, _ state: inout State) -> Effect<Action> {
    if let from = state.tabOfLookup { endLookup(from: from, &state) }
    let table = state.present(destination.table)
    guard state.tab == jump.tab, state.tableTabs.contains(where: { $0.table == table }) else { return .none }
    state.note(jump)
    state.go(to: table)
    func send(_ action: RecordList.Action) -> Effect<Action> { .send(.lists(.element(id: table, action: action))) }
    let open = RecordList.Action.openKeyPressed(id: destination.id, rowIDVersion: destination.rowIDVersion)
    let opening = jump.openedTable == nil ? .none : send(open)
    guard let hidden = destination.hidden else {
      // Keys wait from now on, not from when the list hears of it.
      state.lists[id: table]?.isRevealAwaited = true
      return .merge(send(.revealAsked(id: destination.id, isNew: false)), opening)
    }
    return .merge(send(.hiddenKeyPressed(hidden)), opening)
  }

  /// Goes back to where the person came from last, as far as that is still there.
  func goBack(_ state: inout State) -> Effect<Action> {
    while let jump = state.jumps.popLast() {
      guard case .table(let name) = jump.tab else {
        state.tab = jump.tab
        return .send(.changes(.returnAsked(jump.place)))
      }
      guard let table = state.tableTab(named: name)?.table else {
        state.noteGone(name)
        continue
      }
      let leaving = takeBack(jump, &state)
      state.go(to: table)
      return .merge(leaving, .send(.lists(.element(id: table, action: .returnAsked(jump.place)))))
    }
    return .none
  }

  /// The list that a jump filtered shows what it showed before, unless the person has chosen another filter.
  private func takeBack(_ jump: Jump, _ state: inout State) -> Effect<Action> {
    guard let filtered = jump.filtered,
      let table = state.tableTab(named: filtered.table)?.table,
      let list = state.lists[id: table]
    else { return .none }
    // An earlier jump may have filtered it too.
    let earlier = state.jumps.compactMap(\.filtered).last { table.isNamed($0.table) }
    state.lists[id: table]?.filterOfJump = earlier?.filter
    guard list.list.filter == filtered.filter, jump.tab != .table(table.name) else { return .none }
    return .send(.lists(.element(id: table, action: .returnAsked(filtered.placeBefore))))
  }
}

extension Application.State {
  /// Keeps a jump, so that Esc can take it back. A key that is held down makes more of them than anyone takes back.
  fileprivate mutating func note(_ jump: Jump) {
    jumps.append(jump)
    if jumps.count > 100 { jumps.removeFirst() }
  }

  /// Whether something stands over the list of a table that must be answered first.
  fileprivate func hasDialog(over table: ListedTable) -> Bool {
    let list = lists[id: table]
    return list?.form != nil || list?.confirmation != nil || list?.saving != nil
  }

  /// Shows the list of a table, with nothing over it but a form that is open there.
  fileprivate mutating func go(to table: ListedTable) {
    tab = .table(table.name)
    visit()
    guard let list = lists[id: table], list.form == nil, list.confirmation == nil else { return }
    lists[id: table]?.detail = nil
    lists[id: table]?.isSearchTyped = false
  }
}
