// The effects of a deletion on other records, found before the deletion is made.
//
//   d ──> deleted and rolled back at once, its effects noted ──> others: the dialog ──> deleted
//                                                          └──> none: deleted
import AlmanacRecords
import Databases
import Locks
import Stores

extension BookChange {
  /// The other records that the person is asked about before a deletion. What a trigger only adds is no loss.
  var othersToAskAbout: [OtherRecords] { reachesOthers ? otherRecords : [] }
}

extension RecordList {
  /// The longest time that a rehearsal holds the file. After that the effects stay unknown.
  private static var patience: Duration { .seconds(2) }

  /// The result of a rehearsal, thrown out of the write to roll it back.
  private struct Rehearsal: Error {
    let others: [OtherRecords]
    let doubts: [ChangeDoubt]
    /// How many records were deleted.
    let count: Int
  }

  /// The deletion would have effects that the person was not shown. It was rolled back.
  struct OtherEffects: Error {
    let others: [OtherRecords]
  }

  /// Finds the other effects of a deletion. Keys wait meanwhile.
  func rehearse(_ chosen: ChosenRecords, cursor: RecordID?, _ state: inout State) -> Effect<Action> {
    let table = state.table
    let records = chosen.only.map { "\(table.named($0))" } ?? table.counted(chosen.count)
    let underWay = ChangeUnderWay("Finding out what goes with \(records)", count: chosen.count, asks: true)
    state.work.isDeleting = true
    let work = Effect<Action>.run { [database] send in
      let hasEnded = Lock(false)
      var chosen = chosen
      var others: [OtherRecords]?
      var doubts: [ChangeDoubt] = []
      do {
        others = try await database.write(endedBy: underWay.interruption) { [chosen] db in
          // From here the write holds the lock: waiting for the lock does not count.
          let timer = Task {
            try await Task.sleep(for: Self.patience)
            hasEnded.withLock { $0 = true }
            underWay.interruption.interrupt()
          }
          defer { timer.cancel() }
          let ids = try chosen.identities(db)
          var doubts: [ChangeDoubt] = []
          func note(_ check: () throws -> Void) throws {
            do { try check() } catch { if let doubt = ChangeDoubt(error) { doubts.append(doubt) } else { throw error } }
          }
          try note { try chosen.requireRead(of: table, db) }
          let done = try table.delete(ids, db)
          try note { try done.requireLastingUndo(db) }
          throw Rehearsal(others: done.othersToAskAbout, doubts: doubts, count: ids.count)
        }
      } catch let rehearsal as Rehearsal {
        (others, doubts) = (rehearsal.others, rehearsal.doubts)
        if chosen.list != nil { chosen.count = rehearsal.count }
      } catch  where hasEnded.withLock({ $0 }) && underWay.interruption.interruptCount == 1 {
        // The time ran out, and the person did not also stop it.
        others = nil
      }
      await send(.change(.othersFound(others, chosen, doubts, cursor: cursor, by: underWay.interruption)))
      await send.awaited(.report(.changeEnded(isDone: true)))
    } catch: { [database] error, send in
      let naming = await Self.keeping(chosen, of: table, error, database)
      await send(.report(.failed(Self.refusal(of: .delete, chosen, table, error, because: naming))))
      await send(.report(.changeEnded(isDone: false)))
    }
    return .merge(.send(.report(.begun(underWay))), work)
  }

  /// Deletes records, after a confirmation if there are other effects, doubts or many records.
  func delete(
    _ chosen: ChosenRecords, with others: [OtherRecords]?, _ doubts: [ChangeDoubt], cursor: RecordID?,
    isAskedAgain: Bool, _ state: inout State
  ) -> Effect<Action> {
    guard isAskedAgain || others != [] || !doubts.isEmpty || chosen.count > Self.unconfirmedLimit else {
      return write(.delete, chosen, with: others, cursor: cursor, &state)
    }
    ask(of: .delete, chosen, with: others, doubts, cursor: cursor, &state)
    return .none
  }

  /// Asks before records are changed, with the effects and the doubts.
  func ask(
    of change: RecordChange, _ chosen: ChosenRecords, with others: [OtherRecords]? = [], _ doubts: [ChangeDoubt] = [],
    cursor: RecordID?, _ state: inout State
  ) {
    let records = chosen.only.map { "\(state.table.named($0))" } ?? state.table.counted(chosen.count)
    state.confirmation = BulkConfirmation.State(
      deed: .change(change), chosen: chosen, cursor: cursor, records: records, others: others, doubts: doubts)
  }
}
