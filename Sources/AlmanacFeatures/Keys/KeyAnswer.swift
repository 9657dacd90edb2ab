// What comes of a key.

/// What a key did.
enum KeyAnswer: Hashable {
  /// It is none of the keys that were asked.
  case unknown
  case done
  /// It is one of them, and can't act now.
  case refused(KeyRefusal)
}

/// Why a key can't act now.
public enum KeyRefusal: Hashable, Sendable {
  /// As a sentence says.
  case because(String)
  /// The record that is open is gone: that is said as long as it is.
  case recordGone
  /// Since something else is being written or read: the status line says what.
  case notNow
}
