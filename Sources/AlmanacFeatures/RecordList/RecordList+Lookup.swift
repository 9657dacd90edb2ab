// Finding the place of a record in the list, to put the cursor on it.
//
//   undo, add, n ──> awaited: keys wait ──> looked up ──> found ──> the cursor goes to it
//   the cursor's record left the rows, a newest came ──> looked up ──> found ──> the cursor goes to it
public import AlmanacRecords
import Databases
import LiveQueries
import Stores

/// A target of the cursor: a record, and its line on the screen; `nil`: any line.
struct CursorTarget: Hashable {
  var id: RecordID
  var line: Int?
}

extension RecordList {
  /// Where the cursor goes.
  public enum CursorAction: Sendable {
    /// The record with the cursor left the rows.
    case selectionLost(id: RecordID)
    /// Another record is the newest one.
    case newestChanged(id: RecordID)
    /// The place of a record was found.
    case recordFound(id: RecordID, RowKey, in: ListQuery, for: Lookup)
    /// The requested record can't be shown.
    case revealFailed
    /// A changed record is not listed: its place is no longer awaited.
    case revealEnded
    /// Show a record in the list.
    case visitAsked(id: RecordID)
    /// Show a record in the list that the person has asked for.
    case recordAsked(id: RecordID, key: String? = nil)
    /// Show the record with this key.
    case recordNamed(TypedKey)
    /// Go back to a place in the list.
    case returnAsked(ListPlace)
    /// Put the cursor on a record.
    case revealAsked(id: RecordID, isNew: Bool, line: Int? = nil)
    /// The key that follows the newest record was pressed.
    case followKeyPressed
    /// The cursor moved.
    case cursorMoved
    /// The list hides an existing record.
    case recordHidden(HiddenRecord)
    /// Show a record that the list hides, at a key.
    case hiddenKeyPressed(HiddenRecord)
  }

  /// Where the cursor goes.
  func reduce(_ action: CursorAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .selectionLost(let id), .newestChanged(let id):
      // The cursor is about to go elsewhere.
      return state.work.isRevealAwaited ? .none : look(for: id, .following, state)
    case .revealAsked(let id, let isNew, let line):
      state.work.isRevealAwaited = true
      state.hidden = nil
      return .merge(
        .cancel(id: EffectName.following), look(for: id, .reveal(isNew: isNew, line: line), state),
        lookForHidden(id, isNew: isNew, state))
    case .visitAsked(let id):
      state.work.isRevealAwaited = true
      return look(for: id, .reveal(isNew: false), orSayOf: state.table.named(id), state)
    case .recordAsked(let id, let key):
      state.detail = nil
      state.work.isRevealAwaited = true
      let name = key.map { state.table.named(key: $0) } ?? state.table.named(id)
      return look(for: id, .reveal(isNew: false), orSayOf: name, isAsked: true, state)
    case .recordNamed(let key): return look(for: key, &state)
    case .returnAsked(let place): return .merge(endFollowing(&state), goBack(to: place, &state))
    case .recordHidden(let record):
      state.hidden = record
      return .none
    case .hiddenKeyPressed(let record): return show(record, &state)
    case .revealFailed, .revealEnded:
      state.work.isRevealAwaited = false
      return .none
    case .recordFound(let id, let key, let list, let purpose):
      found(id, key, in: list, for: purpose, &state)
      return .none
    case .followKeyPressed: return follow(!state.isFollowing, &state)
    case .cursorMoved:
      return endFollowing(&state)
    }
  }

  /// Looks up a record in the list, to put the cursor on it. If the list does not have it, says so with `name`.
  /// `isAsked`: the person typed its key, and there may never have been such a record.
  func look(
    for id: RecordID, _ purpose: Lookup, orSayOf name: RecordName? = nil, isAsked: Bool = false, _ state: State
  ) -> Effect<Action> {
    .run { [database, list = state.list, page = state.live.$page] send in
      if let key = try await database.read({ db in try list.place(of: id, db) }) {
        // The shown rows may be older than the record. Until its row is there, a key would mean another record.
        if purpose != .following { try? await page.load() }
        await send.awaited(.cursor(.recordFound(id: id, key, in: list, for: purpose)))
      } else {
        if let name {
          let isThere = try await database.read { db in try ListQuery(list.table).place(of: id, db) } != nil
          let absence = isAsked ? "There is no \(name)." : "\(name.title) has gone."
          await send(.report(.noted(isThere ? "\(name.title) is there, but this list does not show it." : absence)))
        }
        if purpose != .following { await send(.cursor(name == nil ? .revealEnded : .revealFailed)) }
      }
    } catch: { [database, table = state.table] error, send in
      // If the table has changed its schema, a new list for it is about to come.
      let isThere = try? await database.read { db in try table.isInFile(db) }
      if (error as? DatabaseError)?.isOfSchema != true || isThere != false {
        await send(.report(.failed("\(table.named(id).title) could not be looked up: \(sentence(error)).")))
      }
      if purpose != .following { await send(.cursor(.revealFailed)) }
    }
    .cancellable(id: purpose == .following ? EffectName.following : EffectName.reveal, cancelInFlight: true)
  }

  /// Looks up the record with a key, to put the cursor on it, or to say that there is none.
  func look(for key: TypedKey, _ state: inout State) -> Effect<Action> {
    state.work.isRevealAwaited = true
    return .run { [database, table = state.table] send in
      if let id = try await database.read({ db in try table.record(named: key, db) }) {
        await send(.cursor(.recordAsked(id: id, key: key.text)))
      } else {
        await send(.report(.noted("There is no \(table.named(key: key.text)).")))
        await send(.cursor(.revealFailed))
      }
    } catch: { [table = state.table] error, send in
      await send(.report(.failed("\(table.named(key: key.text).title) could not be looked up: \(sentence(error)).")))
      await send(.cursor(.revealFailed))
    }
    .cancellable(id: EffectName.reveal, cancelInFlight: true)
  }

  /// Sends the cursor to a found record, unless the list has changed meanwhile, or the person has asked for another
  /// record.
  func found(_ id: RecordID, _ key: RowKey, in list: ListQuery, for purpose: Lookup, _ state: inout State) {
    guard list == state.list, purpose != .following || !state.work.isRevealAwaited else { return }
    var (isNew, line): (Bool, Int?) = (false, nil)
    if case .reveal(let new, let screenLine) = purpose { (isNew, line) = (new, screenLine) }
    if purpose != .following { state.work.isRevealAwaited = false }
    state.model.reveal(id, key, in: list, line: line, isNew: isNew)
  }

  /// Drops the lookups: their results hold only for the list before.
  func dropLookups(_ state: inout State) -> Effect<Action> {
    state.work.isRevealAwaited = false
    return .merge(
      .cancel(id: EffectName.following), .cancel(id: EffectName.reveal), .cancel(id: EffectName.hidden))
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

  func followNewest(of list: ListQuery?, _ state: State) -> Effect<Action> {
    .run { [database, newest = state.live.$newest] _ in
      try await newest.load(NewestRecord(list), database: database)
    } catch: { error, send in
      await send(.report(.failed("The newest record could not be looked up: \(sentence(error)).")))
    }
    .cancellable(id: EffectName.newest, cancelInFlight: true)
  }
}
