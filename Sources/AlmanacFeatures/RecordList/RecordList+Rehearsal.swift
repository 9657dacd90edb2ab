// What a deletion would do to records of other tables: asked about before it is made.
//
//   d ──> deleted and taken back at once, its effects noted ──> others: the dialog ──> deleted
//                                                          └──> none: deleted
import AlmanacRecords
import Databases
import Locks
import Stores

extension RecordList {
  /// For longer it does not hold the file: what the deletion would do is then not known.
  private static var patience: Duration { .seconds(3) }

  /// What was found, on the way out of the write, which takes it back.
  private struct Rehearsal: Error {
    let others: [OtherRecords]
  }

  /// Finds out what else would be changed if records were deleted. Keys wait meanwhile.
  func rehearse(_ ids: [RecordID], cursor: RecordID?, _ state: inout State) -> Effect<Action> {
    let table = state.table
    let records = ids.count == 1 ? "\(table.named(ids[0]))" : table.counted(ids.count)
    let underWay = ChangeUnderWay("Looking what goes with \(records)", count: ids.count)
    state.isDeleting = true
    let work = Effect<Action>.run { [database] send in
      let hasEnded = Lock(false)
      let timer = Task {
        try await Task.sleep(for: Self.patience)
        hasEnded.withLock { $0 = true }
        underWay.interruption.interrupt()
      }
      defer { timer.cancel() }
      var others: [OtherRecords]?
      do {
        others = try await database.write(endedBy: underWay.interruption) { db in
          throw Rehearsal(others: try table.others(changedByDeleting: ids.inTableOrder, db))
        }
      } catch let rehearsal as Rehearsal {
        others = rehearsal.others
      } catch  where hasEnded.withLock({ $0 }) {
        others = nil
      }
      await send(.othersFound(others, ids: ids, cursor: cursor))
      await send(.report(.changeEnded(isDone: true)))
    } catch: { [database] error, send in
      let naming = await Self.keeping(ids, of: table, error, database)
      await send(.report(.failed(Self.refusal(of: .delete, ids, table.name, error, because: naming))))
      await send(.report(.changeEnded(isDone: false)))
    }
    return .merge(.send(.report(.begun(underWay))), work)
  }

  /// Deletes records, if need be after the person has seen what else goes with them.
  func delete(
    _ ids: [RecordID], with others: [OtherRecords]?, cursor: RecordID?, _ state: inout State
  ) -> Effect<Action> {
    guard others != [] || ids.count > Self.unconfirmedLimit else {
      return write(.delete, ids, cursor: cursor, &state)
    }
    let records = ids.count == 1 ? "\(state.table.named(ids[0]))" : state.table.counted(ids.count)
    state.confirmation = BulkConfirmation.State(
      change: .delete, ids: ids, cursor: cursor, records: records, others: others)
    return .none
  }
}
