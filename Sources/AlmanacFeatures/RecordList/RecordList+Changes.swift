// Toggling and deleting the marked records or one record: one write, one undo step.
import AlmanacRecords
import Databases
import LiveQueries
import Stores
import StructuredQueries

extension RecordList {
  /// For more records than this, the person must type their number to confirm a change.
  static var unconfirmedLimit: Int { 100 }

  /// Changes records, after a confirmation if they are many. `cursor`: the record that had the cursor then.
  func change(
    _ change: RecordChange, _ chosen: ChosenRecords, cursor: RecordID?, _ state: inout State
  ) -> Effect<Action> {
    if change == .toggle, state.table.style.toggledColumn == nil {
      return .send(.report(.failed(state.table.style.toggleRefusal)))
    }
    var chosen = chosen
    // The open record has a version of its own: the rows of the list may be newer.
    if let detail = state.detail { chosen.rowIDVersion = detail.request.rowIDVersion }
    if change == .delete, state.table.style.deletionReachesOthers { return rehearse(chosen, cursor: cursor, &state) }
    guard chosen.count <= Self.unconfirmedLimit else {
      ask(of: change, chosen, cursor: cursor, &state)
      return .none
    }
    return write(change, chosen, cursor: cursor, &state)
  }

  /// If the number of marked records differs from the open question, asks about the present ones.
  func askAgain(_ state: inout State) -> Effect<Action> {
    guard let confirmation = state.confirmation, !confirmation.isAgain, confirmation.chosen.list != nil,
      confirmation.count != state.model.markCount
    else { return .none }
    guard state.model.markCount > 0, let chosen = state.model.chosen else {
      state.confirmation = nil
      return .send(.report(.noted("The marked \(state.table.style.noun)s have gone.")))
    }
    state.confirmation?.ask(of: chosen, records: state.table.counted(chosen.count))
    return .none
  }

  /// Changes records in one write, then reads the rows again. `others`: the effects on other records that the person
  /// was shown; if they differ by now, the person is asked again. `doubts`: the ones that the person has accepted.
  func write(
    _ change: RecordChange, _ chosen: ChosenRecords, with others: [OtherRecords]? = nil,
    despite doubts: [ChangeDoubt] = [], cursor: RecordID?, _ state: inout State
  ) -> Effect<Action> {
    let table = state.table
    let one = chosen.only.map { table.named($0) }
    let records = one?.description ?? table.counted(chosen.count)
    let underWay = ChangeUnderWay("\(change.presentParticiple) \(records)", count: chosen.count)
    state.isDeleting = change == .delete
    // Without identities, a toggled record becomes another one: the old one disappears.
    if change == .delete || table.identity == .none { state.model.expectDeletion(of: chosen) }
    let work = Effect<Action>.run { [database, page = state.$page] send in
      let done = try await database.write(endedBy: underWay.interruption) { db in
        // Inside the write, because a million records take longer than a key may.
        let ids = try chosen.confirmedIdentities(limit: Self.unconfirmedLimit, db)
        let column = change == .toggle ? table.style.toggledColumn : nil
        if !doubts.hasUnread { try chosen.requireRead(of: table, column: column, db) }
        let done = try column.map { try table.toggle($0, of: ids, db) } ?? table.delete(ids, db)
        if let others, Set(done.otherRecords) != Set(others) { throw OtherEffects(others: done.otherRecords) }
        if !doubts.hasPassingUndo { try done.requireLastingUndo(db) }
        return done
      }
      if done.rows.isEmpty {
        await send(.report(.failed("\(one?.title ?? records) \(chosen.count == 1 ? "has" : "have") gone already.")))
      } else {
        let name = done.onlyRow.map { "\(table.named($0))" }
        let label = "\(change.pastParticiple) \(name ?? table.counted(done.rows.count))"
        await send(.report(.done(label, done, cursor: cursor, stoppableBy: underWay.interruption)))
        if change == .toggle, let row = done.onlyRow {
          await send(.recordToggled(from: done.rows[0].id, to: row.after == nil ? nil : row.id))
        }
      }
      // If the rows can't be read, the list says so.
      try? await page.load()
      await send.awaited(.report(.changeEnded(isDone: !done.rows.isEmpty)))
    } catch: { [database] error, send in
      await send(.changeRefused(chosen))
      if let other = error as? ChosenRecords.OtherNumber {
        await send(.report(.changeEnded(isDone: false)))
        await send(.numberChanged(.change(change), chosen.recounted(other.count), cursor: cursor))
        return
      }
      if let effects = error as? OtherEffects {
        await send(.report(.changeEnded(isDone: false)))
        await send(.othersFound(effects.others, chosen, doubts, cursor: cursor, isAskedAgain: true))
        await send(.report(.noted("The deletion would now change other records than it said. Nothing was deleted.")))
        return
      }
      // The toggled value is on the screen: the person sees it, and presses the key again.
      if let doubt = ChangeDoubt(error), change == .delete || !(error is ChosenRecords.ChangedUnread) {
        await send(.report(.changeEnded(isDone: false)))
        return await send(.doubted(change, chosen, with: others, doubts + [doubt], cursor: cursor))
      }
      let naming = change == .delete ? await Self.keeping(chosen, of: table, error, database) : nil
      await send(.report(.failed(Self.refusal(of: change, chosen, table.name, error, because: naming))))
      await send(.report(.changeEnded(isDone: false)))
    }
    return .merge(.send(.report(.begun(underWay))), work)
  }

  /// Follows a toggled record. In a table without identities it is another record now.
  func toggled(_ old: RecordID, to id: RecordID?, _ state: inout State) -> Effect<Action> {
    if let id, id == old { return lookForHidden(id, isNew: false, state) }
    moveDetail(from: old, to: id, &state)
    guard let id else { return .none }
    state.isRevealAwaited = true
    return .send(.revealAsked(id: id, isNew: false))
  }

  /// The open record stays open under its new key; if that is not known, it is closed.
  func moveDetail(from old: RecordID, to id: RecordID?, _ state: inout State) {
    guard state.detail?.id == old else { return }
    state.detail = id.map { id in state.fetches.holding { RecordDetail.State(state.table, id: id) } }
  }

  /// Why a change was not made, and how to make one that is too large for undo.
  static func refusal(
    of change: RecordChange, _ chosen: ChosenRecords, _ table: String, _ error: any Error, because reason: String?
  ) -> String {
    let text = "Not \(change.pastParticiple.lowercased()): \(reason ?? sentence(error)). Nothing was changed."
    guard error is any UndoImpossible else { return text }
    if let only = chosen.only {
      return "\(text) almanac \(change.imperative.lowercased()) \(table) \(only) does it for good."
    }
    let verb = change == .delete ? ", or for good with almanac delete" : ""
    return "\(text) \(change.imperative) fewer at a time\(verb)."
  }
}
