// Which records are listed, and in which order: search, order and filter.
public import AlmanacRecords
import Containers
import Databases
import LiveQueries
import Stores

extension RecordList {
  /// Which records are listed, and in which order.
  public enum QueryAction: Sendable {
    /// The search key was pressed.
    case searchKeyPressed
    /// The search was edited.
    case searchEdited(TextEdit)
    /// An earlier search is to be shown: the one that is `count` after the shown one.
    case searchRecalled(_ count: Int)
    /// A search with a name is to be shown.
    case namedAsked(NamedSearch)
    /// The meanings of the columns are known now: the search may mean something else.
    case meaningsLearned
    /// The key that completes the name of a column was pressed.
    case completionKeyPressed
    /// The search was submitted; its text stays.
    case searchSubmitted
    /// The search was cleared.
    case searchCleared(around: RowKey?, returningTo: RecordID? = nil)
    /// The sort key was pressed. `column`: the one that the person has moved to since the last sort.
    case sortKeyPressed(selected: RecordID?, column: String? = nil)
    /// The key that sorts by a column behind the others was pressed.
    case nextSortKeyPressed(selected: RecordID?, column: String)
    /// The key that reverses the order was pressed.
    case reverseKeyPressed(selected: RecordID?)
    /// The filter key was pressed.
    case filterKeyPressed(selected: RecordID?, column: String?)
    /// The value to filter by was read.
    case valueRead(RecordFilter, selected: RecordID)
    /// The filter was cleared.
    case filterCleared(selected: RecordID?)
    /// Show the table at another moment, with the cursor on its record and line.
    case momentShown(ListQuery, around: RowKey?, selected: RecordID?, line: Int?)
    /// Show the records that reference another one.
    case namingAsked(RecordFilter)
  }

  /// Which records are listed, and in which order.
  func reduce(_ action: QueryAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .namingAsked(let filter):
      state.filterOfJump = filter
      state.search = TextInput()
      return show(state.list.with { ($0.search, $0.filter) = (SearchQuery(), filter) }, .start, &state)
    case .momentShown(let list, let key, let selected, let line):
      state.model.targets.beforeSearch = nil
      return show(
        list, key.map(WindowAnchor.around) ?? .start, around: selected, returning: selected.map { ($0, line) }, &state)
    case .searchKeyPressed:
      state.typing.isUnderWay = true
      state.model.beginSearch()
      state.search.apply(.move(.allAfter))
      return .none
    case .searchEdited(let edit):
      state.search.apply(edit)
      if edit.isMotion { return .none }
      return searchChanged(.start, &state)
    case .meaningsLearned:
      return show(state.list.with { $0.search = state.table.search($0.search.text) }, .start, &state)
    case .completionKeyPressed: return completeColumn(&state)
    case .searchRecalled(let count):
      guard let text = state.typing.step(count, from: state.search.text) else { return .none }
      state.search = TextInput(text)
      return searchChanged(.start, &state)
    case .namedAsked(let named):
      state.typing.end()
      state.search = TextInput(named.text)
      let order = state.table.order(like: named.order)
      return show(
        state.list.with { ($0.search, $0.order, $0.filter) = (state.table.search(named.text), order, nil) }, .start,
        &state)
    case .searchSubmitted:
      state.typing.end(keeping: state.search.text)
      return .none
    case .searchCleared(let key, let id):
      state.typing.end()
      state.search = TextInput()
      return searchChanged(key.map(WindowAnchor.around) ?? .start, returning: id.map { ($0, nil) }, &state)
    case .sortKeyPressed(let selected, let column): return sort(around: selected, by: column, &state)
    case .nextSortKeyPressed(let selected, let column):
      if let refusal = state.refusal(toSortBy: column) { return .send(.report(.noted(refusal))) }
      guard let order = state.table.order(state.list.order, with: column) else { return .none }
      return show(state.list.with { $0.order = order }, .start, around: selected, &state)
    case .reverseKeyPressed(let selected):
      return show(state.list.with { $0.order = $0.order.reversed }, .start, around: selected, &state)
    case .filterKeyPressed(let selected, let column): return filter(around: selected, by: column, &state)
    case .valueRead(let filter, let selected):
      state.work.isRevealAwaited = false
      return show(state.list.with { $0.filter = filter }, .start, around: selected, &state)
    case .filterCleared(let selected):
      return show(state.list.with { $0.filter = nil }, .start, around: selected, &state)
    }
  }

  /// Shows another list, from `anchor` or around a record if one is passed and listed. The cursor goes to that record,
  /// or to `returning`.
  func show(
    _ list: ListQuery, _ anchor: WindowAnchor, around id: RecordID? = nil, returning: CursorTargets.Returning? = nil,
    _ state: inout State
  ) -> Effect<Action> {
    guard list != state.list else { return .none }
    state.list = list
    state.model.targets.returning = returning ?? id.map { ($0, nil) }
    state.hidden = nil
    // Another list is not paused: it shows its present rows.
    state.pausedCounts = nil
    let lookups = dropLookups(&state)
    state.live.$counted.load(list.countedSearch, filter: list.filter)
    state.live.$places.load(list)
    // From the start, two screens are enough: a search has less to look for.
    let (before, after) = anchor == .start ? (0, state.model.beginning) : (state.model.margin, state.model.margin)
    let window = RecordsWindow(list, anchor: anchor, before: before, after: after)
    let loading = load(window, around: id, &state)
    return .merge(lookups, loading, state.isFollowing ? followNewest(of: list, state) : .none)
  }

  func searchChanged(
    _ anchor: WindowAnchor, returning: CursorTargets.Returning? = nil, _ state: inout State
  ) -> Effect<Action> {
    let search = state.table.search(state.search.text)
    return show(state.list.with { $0.search = search }, anchor, returning: returning, &state)
  }

  /// Completes the name of a column at the end of the search; if several begin so, names them.
  private func completeColumn(_ state: inout State) -> Effect<Action> {
    guard let (addition, columns) = state.table.completion(ofSearch: state.search.text) else {
      return .send(
        .report(.noted("No column of \(state.table.style.title) begins so: \(state.table.columns.inWords).")))
    }
    state.search.apply(.move(.allAfter))
    state.search.insert(addition)
    let changed = addition.isEmpty ? .none : searchChanged(.start, &state)
    return columns.count == 1 ? changed : .merge(changed, .send(.report(.noted("\(columns.inWords)."))))
  }

  /// Sorts by a column; if it is nil or is the present order's, by the next order of the table.
  func sort(around selected: RecordID?, by column: String?, _ state: inout State) -> Effect<Action> {
    let (table, orders) = (state.table, state.table.style.orders)
    if let column, let refusal = state.refusal(ofCollation: column) { return .send(.report(.noted(refusal))) }
    let index = orders.firstIndex { $0.column == state.list.order.column } ?? 0
    let isOfSeveral = state.list.order.chosen.count > 1
    if let chosen = orders.firstIndex(where: { $0.column == column }), chosen != index || isOfSeveral {
      return show(state.list.with { $0.order = orders[chosen] }, .start, around: selected, &state)
    }
    let next = orders[(index + 1) % orders.count]
    let skipped = table.unsortedColumns(between: state.list.order, and: next)
    if let column = skipped.first, let collation = table.style.limits.unknownCollations[column] {
      let remark = "Not sorted by \(skipped.inWords): \(MissingPart(collation: collation))."
      return .merge(
        show(state.list.with { $0.order = next }, .start, around: selected, &state), .send(.report(.noted(remark))))
    }
    guard orders.count > 1 else {
      let title = orders[0].title ?? orders[0].column.uppercased()
      return .send(.report(.noted("There is only one order, by \(title); S turns it round.")))
    }
    return show(state.list.with { $0.order = next }, .start, around: selected, &state)
  }

  /// Filters by the next filter of the table, and by none after the last. A table without filters is filtered by the
  /// selected record's value in a column.
  func filter(around selected: RecordID?, by column: String?, _ state: inout State) -> Effect<Action> {
    let (table, filters) = (state.table, state.table.style.filters)
    if table.style.isDerived, state.list.filter == nil {
      guard let selected, let column else {
        return .send(.report(.noted("There is no \(table.style.noun) here to filter by.")))
      }
      // Keys pressed after it mean the records that it finds.
      state.work.isRevealAwaited = true
      return filter(by: column, of: selected, state)
    }
    guard table.style.isDerived || !filters.isEmpty else {
      return .send(.report(.noted("\(table.style.title) have nothing to filter by.")))
    }
    let index = state.list.filter.flatMap { filters.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let next = index < filters.count ? filters[index] : nil
    return show(state.list.with { $0.filter = next }, .start, around: selected, &state)
  }

  /// Reads the value of a record to filter by.
  private func filter(by column: String, of id: RecordID, _ state: State) -> Effect<Action> {
    .run { [database, table = state.table] send in
      guard let value = try await database.read({ db in try table.exactRow(id, db)?[column] }) else {
        await send(.report(.failed("\(table.named(id).title) has gone.")))
        return await send(.cursor(.revealFailed))
      }
      await send(.query(.valueRead(RecordFilter(column: column, value: value), selected: id)))
    } catch: { error, send in
      await send(.report(.failed("The value could not be read: \(sentence(error)).")))
      await send(.cursor(.revealFailed))
    }
    .cancellable(id: EffectName.value, cancelInFlight: true)
  }
}

extension RecordList.State {
  /// Why the list can't be sorted by a column; `nil` if it can.
  fileprivate func refusal(ofCollation column: String) -> String? {
    table.style.limits.unknownCollations[column].map { "Not sorted by \(column): \(MissingPart(collation: $0))." }
  }

  /// Why the list can't be sorted by a column behind the present ones; `nil` if it can.
  fileprivate func refusal(toSortBy column: String) -> String? {
    if let refusal = refusal(ofCollation: column) { return refusal }
    guard table.style.orders.contains(where: { $0.column == column }) else {
      return "\(table.style.title) can't be sorted by \(column)."
    }
    guard table.order(list.order, with: column) == nil else { return nil }
    let columns = list.order.chosen.map(\.column)
    return "Not sorted by \(column) too: no two \(table.style.noun)s are equal in \(columns.inWords)."
  }
}

extension ListedTable {
  /// The search of the table that a typed text means.
  func search(_ text: String) -> SearchQuery { SearchQuery(text, in: self, zone: Container.shared.timeZone()) }
}
