// A record that was added, changed or restored here, and that the list does not show.
public import AlmanacRecords
import Databases
import Stores

/// A record that its list does not show, and why.
public struct HiddenRecord: Hashable, Sendable {
  /// The identity of the record.
  public var id: RecordID
  /// Whether it has just been added or restored.
  public var isNew: Bool
  /// Whether the search hides it.
  var isBySearch: Bool
  /// Whether the filter hides it.
  var isByFilter: Bool

  /// `hidden by the filter`.
  var phrase: String {
    let causes = [isBySearch ? "the search" : nil, isByFilter ? "the filter" : nil].compactMap(\.self)
    return "hidden by \(causes.joined(separator: " and "))"
  }

  /// Finds out what hides a record from a list; `nil` if nothing hides it or there is no such record. Inside a read.
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
  /// Looks up whether the list hides a changed record.
  func lookForHidden(_ id: RecordID, isNew: Bool, _ state: State) -> Effect<Action> {
    guard !state.list.isWhole else { return .none }
    return .run { [database, list = state.list] send in
      let hidden = try await database.read { db in try HiddenRecord.find(id, isNew: isNew, in: list, db) }
      if let hidden { await send(.cursor(.recordHidden(hidden))) }
    } catch: { _, _ in
      // The change itself is made. If this can't be read, the list reports that.
    }
    .cancellable(id: EffectName.hidden, cancelInFlight: true)
  }

  /// Clears what hides a record, and goes to it.
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
  /// Whether the list has no dialog, form or record over it and no search is typed.
  var isUncovered: Bool { detail == nil && form == nil && confirmation == nil && !isSearchTyped }

  /// The hidden record, while the list is uncovered.
  var hiddenInSight: HiddenRecord? { isUncovered ? hidden : nil }
}
