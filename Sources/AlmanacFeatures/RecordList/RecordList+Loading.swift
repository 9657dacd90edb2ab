// Which rows are loaded: another search, order or filter, or other rows of the same list.
import AlmanacRecords
import Databases
import DiffableLists
import LiveQueries
import Stores

extension RecordList {
  /// Loads the rows of a window, around a record if one is passed and listed. Without a `since` in the window, arrivals
  /// count from now on.
  func load(_ window: RecordsWindow, around id: RecordID? = nil, _ state: inout State) -> Effect<Action> {
    // One scan of a long table finds the rows from the record on. They come first, with the record at the top.
    let comesAtTop =
      id != nil && window.list.isSortedByScan && state.page.total == nil && state.model.returning?.line == nil
    if comesAtTop, let id { state.model.returning = (id, 0) }
    return loading(&state) { [database, page = state.$page, places = state.$places, total = state.$total] in
      var window = window
      (window.places, window.total) = (places, total)
      if id != nil || window.anchor != .start && window.since == nil {
        do {
          let (key, newest) = try await database.read { [list = window.list] db in
            (try id.flatMap { try list.place(of: $0, db) }, try list.table.newestIdentity(db))
          }
          window.since = window.since ?? newest
          if let key {
            window.anchor = .around(key)
            window.before = comesAtTop ? 0 : window.after
          }
        } catch  where !(error is CancellationError) {
          // The rows matter more than their place. They are read anyway, and report the error if they can't be.
        }
      }
      try await page.load(window)
    }
  }

  private func loading(
    _ state: inout State, _ work: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    state.loadCount += 1
    let number = state.loadCount
    state.loading = number
    return .run { send in
      try await work()
      await send(.windowLoadEnded(number: number, isRead: true))
    } catch: { _, send in
      // The screen shows the error while it lasts: it is the page's `loadError`.
      await send(.windowLoadEnded(number: number, isRead: false))
    }
    .cancellable(id: EffectName.window, cancelInFlight: true)
  }

  /// Shows another list, from `anchor` or around a record if one is passed and listed. The cursor goes to that record,
  /// or to `returning`.
  func show(
    _ list: ListQuery, _ anchor: WindowAnchor, around id: RecordID? = nil, returning: ListModel.Returning? = nil,
    _ state: inout State
  ) -> Effect<Action> {
    guard list != state.list else { return .none }
    state.list = list
    state.model.returning = returning ?? id.map { ($0, nil) }
    state.hidden = nil
    // Another list is not paused: it shows its present rows.
    state.pausedCounts = nil
    let lookups = dropLookups(&state)
    state.$counted.load(list.countedSearch, filter: list.filter)
    state.$places.load(list)
    // From the start, two screens are enough: a search has less to look for.
    let (before, after) = anchor == .start ? (0, state.beginning) : (state.margin, state.margin)
    let window = RecordsWindow(list, anchor: anchor, before: before, after: after)
    let loading = load(window, around: id, &state)
    return .merge(lookups, loading, state.isFollowing ? followNewest(of: list, state) : .none)
  }

  func searchChanged(
    _ anchor: WindowAnchor, returning: ListModel.Returning? = nil, _ state: inout State
  ) -> Effect<Action> {
    let search = SearchQuery(state.search.text)
    return show(state.list.with { $0.search = search }, anchor, returning: returning, &state)
  }

  /// Sorts by a column; if it is nil or is the present order's, by the next order of the table.
  func sort(around selected: RecordID?, by column: String?, _ state: inout State) -> Effect<Action> {
    let (table, orders) = (state.table, state.table.style.orders)
    if let column, let collation = table.style.unknownCollations[column] {
      return .send(.report(.noted("Not sorted by \(column): \(MissingPart(collation: collation)).")))
    }
    let index = orders.firstIndex { $0.column == state.list.order.column } ?? 0
    if let chosen = orders.firstIndex(where: { $0.column == column }), chosen != index {
      return show(state.list.with { $0.order = orders[chosen] }, .start, around: selected, &state)
    }
    let next = orders[(index + 1) % orders.count]
    let skipped = table.unsortedColumns(between: state.list.order, and: next)
    if let column = skipped.first, let collation = table.style.unknownCollations[column] {
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
      state.isRevealAwaited = true
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
        return await send(.revealFailed)
      }
      await send(.valueRead(RecordFilter(column: column, value: value), selected: id))
    } catch: { error, send in
      await send(.report(.failed("The value could not be read: \(sentence(error)).")))
      await send(.revealFailed)
    }
    .cancellable(id: EffectName.value, cancelInFlight: true)
  }

  /// Starts or stops following the newest record.
  func follow(_ isFollowing: Bool, _ state: inout State) -> Effect<Action> {
    state.isFollowing = isFollowing
    // A list that follows can't be paused.
    if isFollowing { state.pausedCounts = nil }
    return followNewest(of: isFollowing ? state.list : nil, state)
  }

  /// The person chose a record: following stops, and the cursor stays there.
  func endFollowing(_ state: inout State) -> Effect<Action> {
    state.isFollowing ? .merge(.cancel(id: EffectName.following), follow(false, &state)) : .none
  }

  private func followNewest(of list: ListQuery?, _ state: State) -> Effect<Action> {
    .run { [database, newest = state.$newest] _ in
      try await newest.load(NewestRecord(list), database: database)
    } catch: { error, send in
      await send(.report(.failed("The newest record could not be looked up: \(sentence(error)).")))
    }
    .cancellable(id: EffectName.newest, cancelInFlight: true)
  }

  /// Reads the loaded rows again, with the places known now.
  func readByPlace(_ state: State) -> Effect<Action> {
    .run { [page = state.$page] _ in
      try await page.load()
    } catch: { _, _ in
      // The screen shows the error while it lasts: it is the page's `loadError`.
    }
    .cancellable(id: EffectName.places, cancelInFlight: true)
  }

  /// Reads the record for the side pane.
  func readBeside(_ id: RecordID, _ state: State) -> Effect<Action> {
    .run { [database, table = state.table, beside = state.$beside] _ in
      try await beside.load(ExactRecord(table, id: id, length: ExactRecord.shownLength), database: database)
    } catch: { _, _ in
      // The side pane shows the error: it is the record's `loadError`.
    }
    .cancellable(id: EffectName.beside, cancelInFlight: true)
  }

  /// Follows the labels of the records that the loaded rows reference.
  func read(_ wanted: ReferenceLabels, _ state: State) -> Effect<Action> {
    .run { [database, labels = state.$labels] _ in
      try await labels.load(wanted, database: database)
    } catch: { _, _ in
      // The keys are shown without labels.
    }
    .cancellable(id: EffectName.labels, cancelInFlight: true)
  }

  /// Follows which of the marked records a list shows.
  func followMarks(in list: ListQuery, _ number: Int, _ state: State) -> Effect<Action> {
    let query = MarksQuery(of: state.model.dataSource.marked, in: list, number: number)
    return .run { [database, marks = state.$marks] _ in
      try await marks.load(query, database: database)
    } catch: { _, send in
      await send(.report(.failed("The marked records could not be read: nothing is marked any more.")))
      await send(.marksUnknown)
    }
    .cancellable(id: EffectName.marks, cancelInFlight: true)
  }

  /// Finds the identities of all listed records, to mark them.
  func findAll(_ state: State) -> Effect<Action> {
    .run { [database, list = state.list] send in
      await send(.allFound(try await database.read { db in try list.identities(db) }, in: list))
    } catch: { error, send in
      await send(.report(.failed("Nothing was marked: \(sentence(error)).")))
    }
    .cancellable(id: EffectName.identities, cancelInFlight: true)
  }
}
