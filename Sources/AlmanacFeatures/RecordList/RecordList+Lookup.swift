// Where a record stands in the list, to put the cursor on it.
//
//   undo, add, n ──> awaited: keys wait ──> looked up ──> found ──> the cursor goes to it
//   the cursor's record left the rows, a newest came ──> looked up ──> found ──> the cursor goes to it
import AlmanacRecords
import Databases
import LiveQueries
import Stores

/// A record that the cursor goes to, and the line of the screen for it; `nil`: any line.
struct CursorTarget: Hashable {
  var id: RecordID
  var line: Int?
}

extension RecordList {
  /// Looks whether a record is among those that are listed, to put the cursor on it, or to say of the one with this
  /// `name` that it is not. `isAsked`: the person has typed its key, and there may never have been such a record.
  func look(
    for id: RecordID, _ purpose: Lookup, orSayOf name: RecordName? = nil, isAsked: Bool = false, _ state: State
  ) -> Effect<Action> {
    .run { [database, list = state.list, page = state.$page] send in
      if let key = try await database.read({ db in try list.place(of: id, db) }) {
        // The rows that are shown may be older than the record. Until its row is there, a key would mean another one.
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
      // Where the table is no longer what it was, another list of it is about to come.
      let isThere = try? await database.read { db in try table.isInFile(db) }
      if (error as? DatabaseError)?.isOfSchema != true || isThere != false {
        await send(.report(.failed("\(table.named(id).title) could not be looked up: \(sentence(error)).")))
      }
      if purpose != .following { await send(.revealFailed) }
    }
    .cancellable(id: purpose == .following ? EffectName.following : EffectName.reveal, cancelInFlight: true)
  }

  /// Looks which record a key names, to put the cursor on it, or to say that there is none.
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

  /// A record was found: sends the cursor there, unless the list is another meanwhile, or the person has asked
  /// for another record.
  func found(_ id: RecordID, _ key: RowKey, in list: ListQuery, for purpose: Lookup, _ state: inout State) {
    guard list == state.list, purpose != .following || !state.isRevealAwaited else { return }
    var (isNew, line): (Bool, Int?) = (false, nil)
    if case .reveal(let new, let screenLine) = purpose { (isNew, line) = (new, screenLine) }
    if purpose != .following { state.isRevealAwaited = false }
    state.model.reveal(id, key, in: list, line: line, isNew: isNew)
  }

  /// The list is another from now on: where a record stood in the one before, or what hid it there, is of no use.
  func dropLookups(_ state: inout State) -> Effect<Action> {
    state.isRevealAwaited = false
    return .merge(
      .cancel(id: EffectName.following), .cancel(id: EffectName.reveal), .cancel(id: EffectName.hidden))
  }
}
