// The values of other programs that the person had time to read: a key acts on nothing newer.
//
//   another program changes a value ──> drawn ──> on the screen for 400 ms ──> read
//                              └──> until then the person has read the value before it

/// The changed values by their keys, each with the value that was last read.
@MainActor
struct ReadValues<Key: Hashable, Value: Hashable> {
  private struct Change {
    /// The value that was read before the change.
    var before: Value
    /// The shown value.
    var shown: Value?
    /// The last value read since the change, and the time from which it counts as read.
    var read: (value: Value, time: Double)?
  }

  private let notice: (Key, Value) -> Notice
  private var changes: [Key: Change] = [:]

  /// `notice`: the notice of a shown value.
  init(as notice: @escaping (Key, Value) -> Notice) { self.notice = notice }

  /// Notes that a new value has replaced `old`, which the pane has shown until now.
  mutating func change(_ key: Key, from old: Value, in pane: Pane, at time: Double) {
    let isRead = changes[key] == nil || read(key, old, in: pane, at: time) == old
    if isRead { changes[key] = Change(before: old) }
  }

  /// The pane is about to be drawn: keeps what could be read before.
  mutating func beginDrawing(_ pane: Pane, at time: Double) {
    for (key, change) in changes {
      guard let shown = change.shown, let end = pane.earlierNotices[notice(key, shown)]?.readableAt, end <= time else {
        continue
      }
      changes[key]?.read = (shown, end)
    }
  }

  /// Notes a value that is drawn.
  mutating func note(_ key: Key, _ value: Value, in pane: Pane) {
    if changes[key] == nil { return }
    changes[key]?.shown = value
    pane.note(notice(key, value))
  }

  /// The value that the person had read at a time; `value` is the present one.
  func read(_ key: Key, _ value: Value, in pane: Pane, at time: Double) -> Value {
    guard let change = changes[key] else { return value }
    if let end = readableAt(key, value, in: pane), end <= time { return value }
    return change.read.flatMap { $0.time <= time ? $0.value : nil } ?? change.before
  }

  /// When the person can have read a value; `nil` if it is not new or not on the screen.
  func readableAt(_ key: Key, _ value: Value, in pane: Pane) -> Double? {
    changes[key] == nil ? nil : pane.notices[notice(key, value)]?.readableAt
  }

  /// Forgets the values of things that are no longer shown.
  mutating func keep(_ isShown: (Key) -> Bool) { changes = changes.filter { isShown($0.key) } }
}
