/// Why a key can't act now.
public enum KeyRefusal: Hashable, Sendable {
  /// As a sentence says.
  case because(String)
  /// The record that is open is gone: the screen says so as long as it is.
  case recordGone
  /// Other work is under way: the status line says what.
  case notNow
}
