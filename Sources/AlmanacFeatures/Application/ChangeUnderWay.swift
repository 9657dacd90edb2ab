// A change while it is written: shown where that takes a moment, and the person can stop it.
import AlmanacRecords
import Databases
import Terminals

/// A change that is being written.
public struct ChangeUnderWay: Equatable, Sendable {
  /// With more records than this it is shown at once.
  private static let quickLimit = 1000

  /// What is being done, in words: `Deleting 20,051 users`.
  var text: String
  /// Ends it, as long as it has not been committed.
  let interruption = WriteInterruption()
  /// Whether it only finds out what the person is asked: all keys wait for that, and the status line shows it at once.
  let asks: Bool
  /// Whether the status line shows it because it takes long: then no key waits for it.
  var isShown: Bool
  /// Whether it has been stopped, and SQLite takes back what was done.
  var isStopping = false
  /// For how many seconds it has been written, or taken back.
  var seconds = 0

  /// A change of `count` records.
  init(_ text: String, count: Int = 1, asks: Bool = false) {
    (self.text, self.asks) = (text, asks)
    isShown = !asks && count > Self.quickLimit
  }

  /// What the status line says. `isKeyRefused`: a key was pressed that can't act meanwhile.
  func message(_ signs: Signs, isKeyRefused: Bool) -> Message {
    let time = seconds > 0 ? "\(signs.separator)\(seconds.groupedDigits) s" : ""
    if isStopping {
      return Message(text: "Stopped: SQLite undoes what it did\(time)", shorter: ["Undoing it\(time)"])
    }
    if asks { return Message(text: text + time, shorter: [text], hints: [KeyHint(keys: [.escape], title: "stops it")]) }
    let whole = isKeyRefused ? "Not now. \(text)" : "\(text)\(signs.separator)others wait to write\(time)"
    return Message(
      text: whole, shorter: isKeyRefused ? [] : [text], hints: [KeyHint(keys: [.control("c")], title: "stops it")])
  }
}
