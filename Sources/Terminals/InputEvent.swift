// What a terminal tells: keys, pasted text, the mouse, another size, the end.

/// A key, or keys together.
///
/// `Tab`, `Enter`, `Backspace` and `Esc` are always themselves, never Ctrl-I, Ctrl-M, Ctrl-H and Ctrl-[, which a
/// terminal cannot tell from them.
public enum Key: Hashable, Sendable {
  /// Something to type, Space too.
  case character(Character)
  /// Ctrl and a small letter, or one of `@ \ ] ^ _`.
  case control(Character)
  /// Keys that end, leave, go on and delete.
  case enter, escape, tab, backTab, backspace, delete
  /// Keys that move.
  case up, down, left, right, home, end, pageUp, pageDown
  /// Keys that move by a word.
  case controlLeft, controlRight
  /// F1 to F12.
  case function(Int)
  /// Alt and a key of one character: one to type, Backspace, Enter, Tab, or one with Ctrl.
  indirect case alt(Key)
}

/// What the mouse did.
public struct MouseEvent: Hashable, Sendable {
  /// What was done with the mouse.
  public enum Kind: Hashable, Sendable {
    /// The left button was pressed, once or twice at one place.
    case press, doublePress
    /// The wheel was turned by a notch.
    case wheelUp, wheelDown
  }

  /// What was done.
  public var kind: Kind
  /// Where.
  public var position: Point

  /// Makes an event at `position`.
  public init(_ kind: Kind, at position: Point) {
    self.kind = kind
    self.position = position
  }
}

/// What a terminal tells.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text, never commands; as it came, with line feeds between lines. Of a very long one the beginning, without so many
  /// bytes at its end.
  case paste(String, omittedByteCount: Int = 0)
  /// Something was done with the mouse.
  case mouse(MouseEvent)
  /// The terminal has this size from now on.
  case resize(Size)
  /// The terminal is gone: nothing can be shown or asked any more.
  case end
}
