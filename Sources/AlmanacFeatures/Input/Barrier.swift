/// Work under way that decides what a key means. A key that depends on it waits until the work has ended.
struct Barrier: OptionSet, Hashable, Sendable {
  let rawValue: Int

  /// The file is being opened.
  static let opening = Barrier(rawValue: 1)
  /// The rows of the list that was asked for are still to come.
  static let rows = Barrier(rawValue: 2)
  /// The cursor is about to go to another record.
  static let cursor = Barrier(rawValue: 4)
  /// Which records are marked is not known yet.
  static let marks = Barrier(rawValue: 8)
  /// A change is being written, or the rows are being read as it left them.
  static let change = Barrier(rawValue: 16)
  /// The form is reading its record. What the person types waits for that, however long it takes.
  static let filling = Barrier(rawValue: 32)
  /// What was typed into the form is being saved.
  static let saving = Barrier(rawValue: 64)
  /// It is found out what the person is asked: all that comes behind the key meant the question, or what follows it.
  static let question = Barrier(rawValue: 128)

  /// What a key means that acts on the record with the cursor.
  static let record: Barrier = [.rows, .cursor, .marks]
  /// What text in a form means.
  static let form: Barrier = [.filling, .saving]
}
