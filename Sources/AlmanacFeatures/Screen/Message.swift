/// What is said in the status line.
public struct Message: Hashable, Sendable {
  public var text: String
  /// An error stays until a key is pressed, and stands out.
  public var isError = false
  /// A passing remark stays until a key is pressed too: it is about the key before.
  public var isPassing = false
  /// It stays as long as its cause does, in one line once a key was pressed.
  public var isLasting = false
  /// The keys that help, or take it back.
  public var hints: [KeyHint] = []
}
