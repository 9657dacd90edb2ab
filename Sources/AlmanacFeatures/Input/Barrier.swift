/// Present work that decides what a key means. A key that depends on it waits for its end.
struct Barrier: OptionSet, Hashable, Sendable {
  let rawValue: Int

  /// The file is being opened.
  static let opening = Barrier(rawValue: 1)
  /// The rows of the requested list are still to come.
  static let rows = Barrier(rawValue: 2)
  /// The cursor is about to go to another record.
  static let cursor = Barrier(rawValue: 4)
  /// It is not known yet which records are marked.
  static let marks = Barrier(rawValue: 8)
  /// A change is being written, or its rows are being read.
  static let change = Barrier(rawValue: 16)
  /// The form is reading its record. Typed text waits for that, however long it takes.
  static let filling = Barrier(rawValue: 32)
  /// The form, or a setting, is being saved.
  static let saving = Barrier(rawValue: 64)
  /// The effects of a deletion are being found out, for a question. All keys wait: they were meant for the question or
  /// for what follows it.
  static let question = Barrier(rawValue: 128)
  /// Another program has the terminal, or is about to get it. All keys wait.
  static let terminal = Barrier(rawValue: 256)

  /// The work that decides what a key for the record with the cursor means.
  static let record: Barrier = [.rows, .cursor, .marks]
  /// The work that decides what text in a form means.
  static let form: Barrier = [.filling, .saving]
}
