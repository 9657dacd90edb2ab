/// Why a key can't act now.
public enum KeyRefusal: Hashable, Sendable {
  /// As a sentence says.
  case because(String)
  /// The cursor is on a record that the person had not seen in this list when they pressed the key.
  static var unseenRecord: KeyRefusal { .because("The cursor was not on this record: press the key again.") }
  /// The key would answer a question that has only just come.
  static var unreadQuestion: KeyRefusal {
    .because("The question has only just come: read it, and press the key again.")
  }
  /// The keys were typed before the question came.
  static var typedBeforeQuestion: KeyRefusal { .because("What you typed before this question came was dropped.") }
  /// The record that is open is gone: the screen says so as long as it is.
  case recordGone
  /// The list stands still, and shows what is no more: it catches up, so that the key may be pressed again.
  case oldRows
  /// The person has not said yet that the file may be written to: the screen asks.
  case writePermission
  /// Other work is under way: the status line says what.
  case notNow
  /// It was typed behind a key whose work has failed: the status line says why.
  case typedBehindFailure
}
