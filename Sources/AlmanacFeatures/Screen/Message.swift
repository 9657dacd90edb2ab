public import AlmanacRecords
import Terminals

/// A message of the status line.
public struct Message: Hashable, Sendable {
  /// A record of a table.
  public struct Record: Hashable, Sendable {
    /// The table of the record.
    public var table: String
    /// The identity of the record.
    public var id: RecordID
  }

  /// The text of the message.
  public var text: String
  /// The same in fewer words, from the longest to the shortest, for a narrow screen.
  public var shorter: [String] = []
  /// Whether it is an error: it stays until a key is pressed, and is highlighted.
  var isError = false
  /// Whether it is a passing remark about the last key: it also stays only until a key is pressed.
  var isPassing = false
  /// Whether it lasts: it takes the lines that it needs, and after a key press it stays in one line.
  var isLasting = false
  /// Whether it says that the open record is gone, and is wrong once the record is back.
  var isOfGoneRecord = false
  /// The tab of the message; `nil` if it concerns the whole file.
  public var tab: Application.Tab?
  /// The one record that it concerns, if any.
  public var record: Record?
  /// The keys that help, or undo the change.
  public var hints: [KeyHint] = []

  /// Why no key can act on the open record.
  static let recordGone = Message(text: "This record is gone.", isError: true, isOfGoneRecord: true)

  /// Adds what hides the record, and the Esc key if that shows it.
  mutating func tell(_ hidden: HiddenRecord, isShownByEsc: Bool, _ signs: Signs) {
    text += signs.separator + hidden.phrase
    if isShownByEsc { hints.insert(KeyHint(keys: [.escape], title: "shows it"), at: 0) }
    isLasting = true
  }
}
