// Finding the place of a record in the list, to put the cursor on it.
//
//   undo, add, n ──> awaited: keys wait ──> looked up ──> found ──> the cursor goes to it
//   the cursor's record left the rows, a newest came ──> looked up ──> found ──> the cursor goes to it
import AlmanacRecords
import Databases
import LiveQueries
import Stores

/// A target of the cursor: a record, and its line on the screen; `nil`: any line.
struct CursorTarget: Hashable {
  var id: RecordID
  var line: Int?
}

extension RecordList {
  /// Looks up a record in the list, to put the cursor on it. If the list does not have it, says so with `name`.
  /// `isAsked`: the person typed its key, and there may never have been such a record.
  func look(
    for id: RecordID, _ purpose: Lookup, orSayOf name: RecordName? = nil, isAsked: Bool = false, _ state: State
  ) -> Effect<Action> {
    .run { [database, list = state.list, page = state.$page] send in
      if let key = try await database.read({ db in try list.place(of: id, db) }) {
        // The shown rows may be older than the record. Until its row is there, a key would mean another record.
        if purpose != .following { try? await page.load() }
        await send.awaited(.recordFound(id: id, key, in: list, for: purpose))
      } else {
        if let name {
          let isThere = try await database.read { db in try ListQuery(list.table).place(of: id, db) } != nil
          let absence = isAsked ? "There is no \(name)." : "\(name.title) has gone."
          await send(.report(.noted(isThere ? "\(name.title) is there, but this list does not show it." : absence)))
        }
        if purpose != .following { await send(.revealFailed) }
      }
    } catch: { [database, table = state.table] error, send in
      // If the table has changed its schema, a new list for it is about to come.
      let isThere = try? await database.read { db in try table.isInFile(db) }
      if (error as? DatabaseError)?.isOfSchema != true || isThere != false {
        await send(.report(.failed("\(table.named(id).title) could not be looked up: \(sentence(error)).")))
      }
      if purpose != .following { await send(.revealFailed) }
    }
    .cancellable(id: purpose == .following ? EffectName.following : EffectName.reveal, cancelInFlight: true)
  }

  /// Looks up the record with a key, to put the cursor on it, or to say that there is none.
  func look(for key: TypedKey, _ state: inout State) -> Effect<Action> {
    state.isRevealAwaited = true
    return .run { [database, table = state.table] send in
      if let id = try await database.read({ db in try table.record(named: key, db) }) {
        await send(.recordAsked(id: id, key: key.text))
      } else {
        await send(.report(.noted("There is no \(table.named(key: key.text)).")))
        await send(.revealFailed)
      }
    } catch: { [table = state.table] error, send in
      await send(.report(.failed("\(table.named(key: key.text).title) could not be looked up: \(sentence(error)).")))
      await send(.revealFailed)
    }
    .cancellable(id: EffectName.reveal, cancelInFlight: true)
  }

  /// Sends the cursor to a found record, unless the list has changed meanwhile, or the person has asked for another
  /// record.
  func found(_ id: RecordID, _ key: RowKey, in list: ListQuery, for purpose: Lookup, _ state: inout State) {
    guard list == state.list, purpose != .following || !state.isRevealAwaited else { return }
    var (isNew, line): (Bool, Int?) = (false, nil)
    if case .reveal(let new, let screenLine) = purpose { (isNew, line) = (new, screenLine) }
    if purpose != .following { state.isRevealAwaited = false }
    state.model.reveal(id, key, in: list, line: line, isNew: isNew)
  }

  /// Drops the lookups: their results hold only for the list before.
  func dropLookups(_ state: inout State) -> Effect<Action> {
    state.isRevealAwaited = false
    return .merge(
      .cancel(id: EffectName.following), .cancel(id: EffectName.reveal), .cancel(id: EffectName.hidden))
  }
}
