// A record that was added, changed or brought back here, and that the list does not show.
public import AlmanacRecords
import Databases
import Stores

/// A record that its list does not show, and why.
public struct HiddenRecord: Hashable, Sendable {
  /// The identity of the record.
  public var id: RecordID
  /// Whether it has just been added or brought back.
  public var isNew: Bool
  /// Whether the search hides it.
  public var isBySearch: Bool
  /// Whether the filter hides it.
  public var isByFilter: Bool

  /// `hidden by the filter`.
  var phrase: String {
    let causes = [isBySearch ? "the search" : nil, isByFilter ? "the filter" : nil].compactMap(\.self)
    return "hidden by \(causes.joined(separator: " and "))"
  }

  /// Looks what keeps a record from a list; `nil` where nothing does, or where there is no such record. Inside a read.
  static func find(
    _ id: RecordID, isNew: Bool, in list: ListQuery, _ db: Database
  ) throws -> HiddenRecord? {
    func isListed(in list: ListQuery) throws -> Bool { try list.place(of: id, db) != nil }
    guard try !isListed(in: list), try isListed(in: ListQuery(list.table)) else { return nil }
    return HiddenRecord(
      id: id, isNew: isNew, isBySearch: try !isListed(in: list.with { $0.filter = nil }),
      isByFilter: try !isListed(in: list.with { $0.search = SearchQuery() }))
  }
}

extension RecordList {
  /// Looks whether the list hides a record that has been changed.
  func lookForHidden(_ id: RecordID, isNew: Bool, _ state: State) -> Effect<Action> {
    guard !state.list.isWhole else { return .none }
    return .run { [database, list = state.list] send in
      let hidden = try await database.read { db in try HiddenRecord.find(id, isNew: isNew, in: list, db) }
      if let hidden { await send(.recordHidden(hidden)) }
    } catch: { _, _ in
      // It is news of a change that is made: where it can't be read, the list says so.
    }
    .cancellable(id: EffectName.hidden, cancelInFlight: true)
  }

  /// Takes away what hides a record, and goes to it.
  func show(_ hidden: HiddenRecord, _ state: inout State) -> Effect<Action> {
    if hidden.isBySearch { state.search = TextInput() }
    let list = state.list.with { list in
      if hidden.isBySearch { list.search = SearchQuery() }
      if hidden.isByFilter { list.filter = nil }
    }
    return show(list, .start, around: hidden.id, &state)
  }
}

extension RecordList.State {
  /// The record that the list hides, while nothing stands over the list.
  var hiddenInSight: HiddenRecord? {
    detail == nil && form == nil && confirmation == nil && !isSearchTyped ? hidden : nil
  }
}
