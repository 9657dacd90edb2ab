// Whether a key is the last one, still held: a terminal tells a repeat like a press.
//
//   first the keyboard waits, at most 660 ms ──> the first repeat comes within 0.7 s
//   then it repeats quickly                  ──> each further one comes within 0.3 s
import Terminals

/// The last key, and when it came.
struct HeldKey {
  private let key: InputEvent
  private let time: Double
  /// How long after it the same key may be its repeat, in seconds.
  private let pause: Double

  /// A key that was pressed.
  init(_ key: InputEvent, at time: Double) {
    (self.key, self.time, pause) = (key, time, 0.7)
  }

  /// A key that repeats the last one.
  init(repeated key: InputEvent, at time: Double) {
    (self.key, self.time, pause) = (key, time, 0.3)
  }

  /// From when on the same key is a press of its own.
  var end: Double { time + pause }

  /// Whether a key that comes now may be its repeat.
  func isRepeated(by key: InputEvent, at time: Double) -> Bool { self.key == key && time < end }
}
