// Which records are marked.
public import AlmanacRecords
import Databases
import DiffableLists
import LiveQueries
import Stores

extension RecordList {
  /// Which records are marked.
  public enum MarksAction: Sendable {
    /// Other records are marked.
    case marksChanged(in: ListQuery, number: Int)
    /// The marked records could not be looked up.
    case marksUnknown
    /// The marked records have been counted again.
    case marksRecounted
    /// A key that marks records by what they have in common was pressed. `adds`: the others stay marked.
    case partKeyPressed(MarkedPart, adds: Bool = false)
    /// The records to mark could not be found.
    case noneFound
    /// The records to mark were found.
    case allFound(Set<RecordID>, in: ListQuery, adds: Bool = false)
  }

  /// Which records are marked.
  func reduce(_ action: MarksAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .marksChanged(let list, let number): return followMarks(in: list, number, state)
    case .marksUnknown:
      state.model.forgetMarks()
      return .none
    case .marksRecounted: return askAgain(&state)
    case .partKeyPressed(let part, let adds):
      state.work.isMarkingAll = true
      return find(part, adds: adds, state)
    case .noneFound:
      state.work.isMarkingAll = false
      return .none
    case .allFound(let ids, let list, let adds):
      state.work.isMarkingAll = false
      if ids.isEmpty { return .send(.report(.noted("There is nothing to mark."))) }
      state.model.mark(adds ? state.model.dataSource.marked.union(ids) : ids, listedIn: list)
      return .none
    }
  }

  /// Follows which of the marked records a list shows.
  func followMarks(in list: ListQuery, _ number: Int, _ state: State) -> Effect<Action> {
    let marked = state.model.dataSource.marked
    let query = MarksQuery(
      of: marked, others: (state.model.markDoubts.beforeSearch ?? []).subtracting(marked), in: list, number: number)
    return .run { [database, marks = state.live.$marks] _ in
      try await marks.load(query, database: database)
    } catch: { _, send in
      await send(.report(.failed("The marked records could not be read: nothing is marked any more.")))
      await send(.marks(.marksUnknown))
    }
    .cancellable(id: EffectName.marks, cancelInFlight: true)
  }

  /// Finds the identities of a part of the listed records, to mark them.
  private func find(_ part: MarkedPart, adds: Bool, _ state: State) -> Effect<Action> {
    .run { [database, list = state.list] send in
      let ids = try await database.read { db in try list.identities(of: part, db) }
      await send(.marks(.allFound(ids, in: list, adds: adds)))
    } catch: { error, send in
      await send(.marks(.noneFound))
      await send(.report(.failed("Nothing was marked: \(sentence(error)).")))
    }
    .cancellable(id: EffectName.identities, cancelInFlight: true)
  }
}
