// The keys and the title of a table at an earlier moment.
import AlmanacRecords
import Stores
import Terminals

/// What the list of an earlier moment has in addition to every list.
@MainActor
enum PastKeys {
  /// Esc is now. Keys that mean the present records say why they can't act.
  static func keys(_ store: StoreOf<Application>) -> [KeyBinding<RecordScreen>] {
    let refused: [Key] = [
      .character("F"), .character("P"), .character("n"), .character("N"), .character("i"),
    ]
    return [
      KeyBinding(.escape, does: "now", isHinted: true, isKept: true) { _ in
        if let tab = store.withState(\.tab) { store.send(.lookBack(.left(tab))) }
      }
    ]
      + refused.map { key in
        KeyBinding(key, does: "", isListed: false, never: PastTable.refusal) { _ in }
      }
  }

  /// The table, the commit, and how long ago that was. Tracked.
  static func title(_ store: StoreOf<Application>, _ clock: ScreenClock) -> String {
    guard let past = store.changeLists.lookBack else { return "" }
    let name = store.shownTable?.style.title ?? ""
    guard let seenAt = past.moment.seenAt else { return "\(name) as it was opened" }
    let age = Timestamp(secondsSince1970: seenAt).agePhrase(at: clock.now())
    return "\(name) after commit \(past.moment.commit), \(age)"
  }
}
