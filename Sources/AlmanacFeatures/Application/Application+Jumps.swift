// By foreign keys from record to record, and back.
//
//   Enter ──referenceFollowed──> looked up ──> jumpFound ──> the tab of the table, its cursor on the record, which is
//                                                            open if the one before was
//   Enter ──namingFollowed─────> the tab of the table, with the records that name the one before
//   Esc ──────────────────────> the last jump is taken back: its tab, its list, its record on its line, open if it was
import AlmanacRecords
import Databases
import DiffableLists
import IdentifiedCollections
import Stores

/// A place that the person left to go where a foreign key leads.
public struct Jump: Hashable, Sendable {
  /// The table that was shown.
  var table: String
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
    if table.isSameName(as: old) { table = new }
    if openedTable?.isSameName(as: old) == true { openedTable = new }
    if filtered?.table.isSameName(as: old) == true { filtered?.table = new }
  }
}

/// The look for the record that a foreign key names.
struct LookupOfJump: Hashable {}

extension Application {
  /// Where a foreign key leads.
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
    state.lists[id: table]?.isRevealAwaited = true
    state.jumpingTable = table
    let jump = Jump(
      table: table.name, place: list.place(of: id), openedTable: list.detail == nil ? nil : parent.name)
    return .run { [database, shown = state.lists[id: parent]?.list] send in
      let found = try await database.read { db in
        guard let values = try table.values(of: reference.columns, in: id, db) else { return Finding.gone }
        let found = try parent.records(whose: reference.parentColumns, are: values.map { [$0] }, limit: 1, db)
        guard let named = found.first?.id else { return .missing(values) }
        let hidden = try shown.flatMap { try HiddenRecord.find(named, isNew: false, in: $0, db) }
        return .found(try Destination(table: parent, id: named, rowIDVersion: parent.rowIDVersion(db), hidden: hidden))
      }
      switch found {
      case .found(let destination): await send(.jumpFound(jump, to: destination))
      case .gone: await send(.jumpFailed(from: table, "\(table.named(id).title) has gone."))
      case .missing(let values):
        let words = zip(reference.parentColumns, values).map { "\($0) \($1.quoted)" }.joined(separator: ", ")
        await send(.jumpFailed(from: table, "\(parent.name) has no record with \(words)."))
      }
    } catch: { error, send in
      await send(.jumpFailed(from: table, "The record could not be looked up: \(sentence(error))."))
    }
    .cancellable(id: LookupOfJump(), cancelInFlight: true)
  }

  /// The record is not looked up any more: keys wait no longer.
  func endLookup(from table: ListedTable, _ state: inout State) {
    state.jumpingTable = nil
    state.lists[id: state.present(table)]?.isRevealAwaited = false
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
    state.note(Jump(table: table.name, place: place, filtered: filtered))
    return .send(.lists(.element(id: child, action: .namingAsked(filter))))
  }

  private enum Finding: Sendable {
    case found(Destination)
    /// The record that names another.
    case gone
    /// The record that is named.
    case missing([ExactValue])
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
    if let from = state.jumpingTable { endLookup(from: from, &state) }
    let table = state.present(destination.table)
    guard state.tab == .table(jump.table), state.tableTabs.contains(where: { $0.table == table }) else { return .none }
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
      guard let table = state.tableTab(named: jump.table)?.table else {
        state.noteGone(jump.table)
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
    guard list.list.filter == filtered.filter, !table.isNamed(jump.table) else { return .none }
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
