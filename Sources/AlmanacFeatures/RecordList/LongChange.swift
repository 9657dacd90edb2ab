// A change of so many records that writing it takes a moment: it is shown meanwhile, and can be stopped.
import Databases
import Terminals

/// A change of very many records while it is written.
public struct LongChange: Equatable, Sendable {
  /// With more records than this it may take a moment.
  static let quickLimit = 1000

  /// What is being done, in words: `Deleting 20,051 users`.
  let text: String
  /// Ends it, as long as it has not been committed.
  let interruption = WriteInterruption()

  /// What is said while `count` records are changed; `nil` where nobody would have the time to read it.
  init?(_ text: String, count: Int) {
    guard count > Self.quickLimit else { return nil }
    self.text = text
  }

  /// The same for the status line. `isKeyRefused`: a key was pressed that can't act meanwhile.
  func message(_ signs: Signs, isKeyRefused: Bool) -> Message {
    let whole = isKeyRefused ? "Not now. \(text)" : "\(text)\(signs.separator)others wait to write"
    return Message(
      text: whole, shorter: isKeyRefused ? [] : [text], hints: [KeyHint(keys: [.control("c")], title: "stops it")])
  }
}
