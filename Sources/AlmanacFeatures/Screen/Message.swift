/// What is said in the status line.
public struct Message: Hashable, Sendable {
  public var text: String
  /// An error stays until a key is pressed, and stands out.
  public var isError = false
  /// A passing remark stays until a key is pressed too: it is about the key before.
  public var isPassing = false
  /// The key that helps, or takes it back.
  public var hint: KeyHint?
}
