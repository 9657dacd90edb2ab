// What the person has had time to read of values that other programs change: a key acts on nothing newer.
//
//   another program changes a value ──> drawn ──> on the screen for 400 ms ──> read
//                              └──> until then the person has read the value before it

/// The values that have changed, each by what it belongs to, with what was read of it last.
@MainActor
struct ReadValues<Key: Hashable, Value: Hashable> {
  private struct Change {
    /// What was read before it changed.
    var before: Value
    /// What is shown.
    var shown: Value?
    /// What was read of it since, and when that had been on the screen long enough.
    var read: (value: Value, time: Double)?
  }

  private let notice: (Key, Value) -> Notice
  private var changes: [Key: Change] = [:]

  /// `notice`: what a pane notes where it shows a value.
  init(as notice: @escaping (Key, Value) -> Notice) { self.notice = notice }

  /// Another value has taken the place of `old`, which the pane has shown until now.
  mutating func change(_ key: Key, from old: Value, in pane: Pane, at time: Double) {
    let isRead = changes[key] == nil || read(key, old, in: pane, at: time) == old
    if isRead { changes[key] = Change(before: old) }
  }

  /// The pane is drawn again: keeps what could be read before.
  mutating func beginDrawing(_ pane: Pane, at time: Double) {
    for (key, change) in changes {
      guard let shown = change.shown, let end = pane.earlierNotices[notice(key, shown)]?.readableAt, end <= time else {
        continue
      }
      changes[key]?.read = (shown, end)
    }
  }

  /// Notes a value that is being drawn.
  mutating func note(_ key: Key, _ value: Value, in pane: Pane) {
    if changes[key] == nil { return }
    changes[key]?.shown = value
    pane.note(notice(key, value))
  }

  /// What the person had read at a time, of what has a value now.
  func read(_ key: Key, _ value: Value, in pane: Pane, at time: Double) -> Value {
    guard let change = changes[key] else { return value }
    if let end = readableAt(key, value, in: pane), end <= time { return value }
    return change.read.flatMap { $0.time <= time ? $0.value : nil } ?? change.before
  }

  /// When the person can have read a value; `nil` where it is not new, or not on the screen.
  func readableAt(_ key: Key, _ value: Value, in pane: Pane) -> Double? {
    changes[key] == nil ? nil : pane.notices[notice(key, value)]?.readableAt
  }

  /// Forgets what belongs to something that is not shown any more.
  mutating func keep(_ isShown: (Key) -> Bool) { changes = changes.filter { isShown($0.key) } }
}
