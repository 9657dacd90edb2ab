public import AlmanacRecords
import Terminals

/// What the status line says.
public struct Message: Hashable, Sendable {
  /// A record of a table.
  public struct Record: Hashable, Sendable {
    /// The table of the record.
    public var table: String
    /// The identity of the record.
    public var id: RecordID
  }

  /// What it says.
  public var text: String
  /// The same in fewer words, from the longest to the shortest, for where there is no room for all of them.
  public var shorter: [String] = []
  /// An error stays until a key is pressed, and stands out.
  public var isError = false
  /// A passing remark stays until a key is pressed too: it is about the key before.
  public var isPassing = false
  /// It takes the room that it needs, and stays, in one line, once a key was pressed.
  public var isLasting = false
  /// It says that the record that is open is gone, and is wrong once that is back.
  public var isOfGoneRecord = false
  /// The tab that it belongs to; `nil` where it is about the whole file.
  public var tab: Application.Tab?
  /// The record that it is about, if it is one.
  public var record: Record?
  /// The keys that help, or take it back.
  public var hints: [KeyHint] = []

  /// Why nothing is done to the record that is open.
  static let recordGone = Message(text: "This record is gone.", isError: true, isOfGoneRecord: true)

  /// Says what hides the record, and, where Esc shows it, that it does.
  mutating func tell(_ hidden: HiddenRecord, isShownByEsc: Bool, _ signs: Signs) {
    text += signs.separator + hidden.phrase
    if isShownByEsc { hints.insert(KeyHint(keys: [.escape], title: "shows it"), at: 0) }
    isLasting = true
  }
}
