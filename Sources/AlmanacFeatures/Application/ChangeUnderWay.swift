// A change while it is written. A long one is shown, and the person can stop it.
import AlmanacRecords
import Databases
import Terminals

/// A change that is being written.
public struct ChangeUnderWay: Equatable, Sendable {
  /// A change of more records than this is shown at once.
  private static let quickLimit = 1000

  /// The change in words: `Deleting 20,051 users`.
  var text: String
  /// Ends the change until it is committed.
  let interruption = WriteInterruption()
  /// Whether it only finds out what to ask the person: all keys wait for it, and the status line shows it at once.
  let asks: Bool
  /// Whether the status line shows it because it takes long. No key waits for it then.
  var isShown: Bool
  /// Whether it was stopped, and SQLite is rolling it back.
  var isStopping = false
  /// For how many seconds it has been written or rolled back.
  var seconds = 0

  /// A change of `count` records.
  init(_ text: String, count: Int = 1, asks: Bool = false) {
    (self.text, self.asks) = (text, asks)
    isShown = !asks && count > Self.quickLimit
  }

  /// The message for the status line. `isKeyRefused`: a key was pressed that can't act meanwhile.
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
