// Which rows are loaded: another search, order or filter, or other rows of the same list.
public import AlmanacRecords
import Databases
import DiffableLists
import LiveQueries
import Stores

extension RecordList {
  /// A need of the rows on the screen, or an answer to one.
  public enum RowsAction: Sendable {
    /// Other rows are needed.
    case windowNeeded(RecordsWindow)
    /// The load of a window has ended, whether or not it was read.
    case windowLoadEnded(number: Int, isRead: Bool)
    /// The places of the records, or more of them, are known.
    case placesFound
    /// The side pane needs the record.
    case recordBesideNeeded(id: RecordID)
    /// The labels of the referenced records are needed.
    case labelsNeeded(ReferenceLabels)
  }

  /// A need of the rows on the screen, or an answer to one.
  func reduce(_ action: RowsAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .windowNeeded(let window):
      // The pane of the former list asked: rows of another list are coming.
      guard window.list == state.list else { return .none }
      state.model.margin = window.after
      return load(window, &state)
    case .windowLoadEnded(let number, _):
      state.work.endLoad(number)
      return .none
    case .recordBesideNeeded(let id): return readBeside(id, state)
    case .labelsNeeded(let labels): return read(labels, state)
    case .placesFound: return readByPlace(state)
    }
  }

  /// Loads the rows of a window, around a record if one is passed and listed. Without a `since` in the window, arrivals
  /// count from now on.
  func load(_ window: RecordsWindow, around id: RecordID? = nil, _ state: inout State) -> Effect<Action> {
    // One scan of a long table finds the rows from the record on. They come first, with the record at the top.
    let comesAtTop =
      id != nil && window.list.isSortedByScan && state.live.page.total == nil
      && state.model.targets.returning?.line == nil
    if comesAtTop, let id { state.model.targets.returning = (id, 0) }
    return loading(&state) {
      [database, page = state.live.$page, places = state.live.$places, total = state.live.$total] in
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
    let number = state.work.beginLoad()
    return .run { send in
      try await work()
      await send(.rows(.windowLoadEnded(number: number, isRead: true)))
    } catch: { _, send in
      // The screen shows the error while it lasts: it is the page's `loadError`.
      await send(.rows(.windowLoadEnded(number: number, isRead: false)))
    }
    .cancellable(id: EffectName.window, cancelInFlight: true)
  }

  /// Reads the loaded rows again, with the places known now.
  func readByPlace(_ state: State) -> Effect<Action> {
    .run { [page = state.live.$page] _ in
      try await page.load()
    } catch: { _, _ in
      // The screen shows the error while it lasts: it is the page's `loadError`.
    }
    .cancellable(id: EffectName.places, cancelInFlight: true)
  }

  /// Reads the record for the side pane.
  func readBeside(_ id: RecordID, _ state: State) -> Effect<Action> {
    .run { [database, table = state.table, beside = state.live.$beside] _ in
      try await beside.load(ExactRecord(table, id: id, length: ExactRecord.shownLength), database: database)
    } catch: { _, _ in
      // The side pane shows the error: it is the record's `loadError`.
    }
    .cancellable(id: EffectName.beside, cancelInFlight: true)
  }

  /// Follows the labels of the records that the loaded rows reference.
  func read(_ wanted: ReferenceLabels, _ state: State) -> Effect<Action> {
    .run { [database, labels = state.live.$labels] _ in
      try await labels.load(wanted, database: database)
    } catch: { _, _ in
      // The keys are shown without labels.
    }
    .cancellable(id: EffectName.labels, cancelInFlight: true)
  }
}
