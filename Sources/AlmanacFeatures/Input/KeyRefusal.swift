/// Why a key can't act now.
public enum KeyRefusal: Hashable, Sendable {
  /// For the reason in this sentence.
  case because(String)
  /// The cursor is on a record that the person had not seen in this list when they pressed the key.
  static var unseenRecord: KeyRefusal { .because("The cursor was not on this record: press the key again.") }
  /// Another program has just put another record, table or file where the cursor is.
  static var exchangedRecord: KeyRefusal {
    .because("Another record has just come here: press the key again.")
  }
  /// Keys are the text of a paste that does not end.
  static var pasteHalted: KeyRefusal {
    .because("A paste has not ended: what you type is its text. Ctrl-C ends it.")
  }
  /// The key would answer a question that has only just come.
  static var unreadQuestion: KeyRefusal {
    .because("The question has only just come: wait a moment, and press the key again.")
  }
  /// The keys were typed before the question came.
  static var typedBeforeQuestion: KeyRefusal { .because("What you typed before this question came was dropped.") }
  /// Esc and a key that opens a text came together.
  static var togetherWithEscape: KeyRefusal {
    .because("Esc and a key came together, which means nothing: press one after the other.")
  }
  /// The open record is gone. The screen says so while that lasts.
  case recordGone
  /// The paused list shows outdated records. It catches up, so that the key can be pressed again.
  case oldRows
  /// The person has not allowed writing to the file yet: the screen asks.
  case writePermission
  /// Other work is under way: the status line says which.
  case notNow
  /// The key was typed after one whose work has failed: the status line says why.
  case typedBehindFailure
}
