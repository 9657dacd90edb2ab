// Keys that wait: they are typed faster than rows come, and mean those.
//
//   key ──> rows are coming, the cursor is, or marks are ──> held ──> they are there ──> done, in the order of the keys
//     └───> else done at once                                  └────> Esc, another search, a lock, a refusal: forgotten
import Observing

/// What was pressed for rows that are still to come: done when they are there, as if they had been.
@MainActor
final class HeldKeys {
  /// What keys have to ask of the rows of their list.
  struct Rows {
    /// Whether those are still to come that a key means: one that only moves the cursor, or any. Asked at every key.
    var areComing: (_ isMotion: Bool) -> Bool
    /// Whether there are any, and the last load of them has not failed.
    var areReadable: () -> Bool
    /// Whether nothing is being read or written.
    var areAtRest: () -> Bool
    /// Has them read once more.
    var readAgain: () -> Void
  }

  /// What a key does that waits.
  private struct HeldKey {
    var isMotion: Bool
    var opens: Bool
    var work: () -> Void
  }

  private let rows: Rows
  /// In the order in which they were pressed.
  private var keys: [HeldKey] = []
  /// Wakes whoever answers held keys when there is a first one.
  private let stamp = ChangeStamp()
  /// Whether what was pressed is being done.
  private var isAnswering = false
  /// The records that a key has deleted and that are still at hand.
  private var leaving: Set<Int> = []
  /// Whether the rows were read once more, to tell whether somebody has brought them back.
  private var isDoubted = false

  init(_ rows: Rows) {
    self.rows = rows
  }

  /// Whether there are keys that wait. Tracked.
  var isAnyWaiting: Bool {
    stamp.access()
    return !keys.isEmpty
  }

  /// Does `work` to the rows of what is listed: at once, or when they are there. So keys that are typed faster
  /// than rows come do what they would have done to these, and no record is meant that the search has passed over, or
  /// that the cursor is still to leave. Motions need not wait for motions: the data source keeps them in their order.
  ///
  /// `isMotion`: it only moves the cursor. `opens`: it opens something that has keys of its own; what is pressed behind
  /// it is meant for that.
  func whenCurrent(isMotion: Bool = false, opens: Bool = false, _ work: @escaping () -> Void) {
    // A key that was held has waited for all this.
    if isAnswering { return work() }
    finish()
    if keys.isEmpty, !rows.areComing(isMotion) { return work() }
    hold(HeldKey(isMotion: isMotion, opens: opens, work: work))
    doubtRows()
  }

  /// Lets the work of another key wait for those that are held, where there are any; `isForAnything`: only where one of
  /// them opens something that the key may be meant for. Returns whether it waits.
  func hold(isForAnything: Bool, opens: Bool = false, _ work: @escaping () -> Void) -> Bool {
    guard !isAnswering, !keys.isEmpty else { return false }
    finish()
    guard isForAnything ? keys.contains(where: \.opens) : !keys.isEmpty else { return false }
    // Nobody knows yet what a key does that is meant for what another opens.
    hold(HeldKey(isMotion: false, opens: opens || isForAnything, work: work))
    return true
  }

  private func hold(_ key: HeldKey) {
    keys.append(key)
    if keys.count == 1 { stamp.noteChange() }
  }

  /// Does what was pressed for rows that have just come; what waits for rows that could not be read waits no longer.
  private func finish() {
    guard !keys.isEmpty || !leaving.isEmpty, !rows.areComing(false) else { return }
    answer()
    if !rows.areComing(false) { drop() }
  }

  /// Does what was pressed for rows that are there now.
  func answer() {
    guard !keys.isEmpty else { return }
    doubtRows()
    guard rows.areReadable() else { return }
    isAnswering = true
    while let next = keys.first, !rows.areComing(next.isMotion) {
      keys.removeFirst()
      next.work()
    }
    isAnswering = false
  }

  /// Forgets what was pressed for rows that will not come any more. Returns whether anything was.
  @discardableResult
  func drop() -> Bool {
    defer { (keys, leaving, isDoubted) = ([], [], false) }
    return !keys.isEmpty
  }

  /// Forgets what was pressed before the key that is being done: where that has waited, nothing was, and what waits is
  /// meant for what it leads to.
  func dropFormer() { if !isAnswering { drop() } }

  /// Forgets what was pressed, for rows that come all the same: other keys still wait for deleted records to go.
  func dropKeys() { keys = [] }

  // MARK: Deleted records

  /// Whether a record is about to go; asked for only where any is.
  func isLeaving(_ id: @autoclosure () -> Int?) -> Bool { !leaving.isEmpty && id().map(leaving.contains) == true }

  /// Whether any of these is.
  func isLeaving(anyOf ids: @autoclosure () -> Set<Int>) -> Bool {
    !leaving.isEmpty && !leaving.isDisjoint(with: ids())
  }

  /// These have been deleted.
  func addLeaving(_ ids: [Int]) {
    leaving.formUnion(ids)
    isDoubted = false
  }

  /// This one has been brought back.
  func removeLeaving(_ id: Int) { leaving.remove(id) }

  /// Some are not at hand any more.
  func removeLeaving(where isGone: (Int) -> Bool) {
    if !leaving.isEmpty { leaving = leaving.filter { !isGone($0) } }
  }

  /// A record that has been deleted is still at hand, and keys wait for it to go. Where somebody has brought it back at
  /// once, rows that are as they were tell nobody: then the end of a load does.
  private func doubtRows() {
    guard !leaving.isEmpty, rows.areAtRest() else { return }
    if isDoubted {
      leaving = []
    } else {
      rows.readAgain()
      isDoubted = true
    }
  }
}
