// Whether a key is the last one, still held: a terminal tells a repeat like a press.
//
//   first the keyboard waits, at most 660 ms ──> the first repeat comes within 0.7 s
//   then it repeats ten times a second or more; a line may stall ──> the next one comes within 0.7 s
//   keys that come more slowly are a person's ──> one that comes 0.3 s later is a press
import Terminals

/// The last key, and when it came.
struct HeldKey {
  private let key: InputEvent
  private let time: Double
  /// How long after it the same key may be its repeat, in seconds.
  private let pause: Double

  /// Notes a key. `last`: the one that it may repeat; nil if it can't be a repeat.
  init(_ key: InputEvent, at time: Double, repeating last: HeldKey? = nil) {
    (self.key, self.time) = (key, time)
    pause = last.map { time - $0.time < 0.12 } ?? true ? 0.7 : 0.3
  }

  /// From when on the same key is a press of its own.
  var end: Double { time + pause }

  /// Whether a key that comes now may be its repeat.
  func isRepeated(by key: InputEvent, at time: Double) -> Bool { self.key == key && time < end }
}
