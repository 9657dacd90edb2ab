// Events of a terminal: keys, pasted text, the mouse, a new size, the end.

/// A key, or a combination of keys.
///
/// `Tab`, `Enter`, `Backspace` and `Esc` always have these names, never Ctrl-I, Ctrl-M, Ctrl-H and Ctrl-[, because a
/// terminal can't distinguish them.
public enum Key: Hashable, Sendable {
  /// A character to type, including Space.
  case character(Character)
  /// Ctrl and a lower-case letter, or one of `@ \ ] ^ _`.
  case control(Character)
  /// Keys that confirm, leave, go on and delete.
  case enter, escape, tab, backTab, backspace, delete
  /// Keys that move the cursor.
  case up, down, left, right, home, end, pageUp, pageDown
  /// Keys that move the cursor by a word.
  case controlLeft, controlRight
  /// F1 to F12.
  case function(Int)
  /// Alt and a key of one character: a printable one, Backspace, Enter, Tab, or one with Ctrl.
  indirect case alt(Key)
}

/// A mouse event.
public struct MouseEvent: Hashable, Sendable {
  /// The kind of a mouse event.
  public enum Kind: Hashable, Sendable {
    /// The left button was pressed, once or twice at one place.
    case press, doublePress
    /// The mouse was moved to another cell while the left button was held.
    case drag
    /// The wheel was turned by a notch, also sideways.
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  /// The kind of the event.
  public var kind: Kind
  /// The position of the event.
  public var position: Point

  /// Whether the button was pressed, once or twice.
  public var isPress: Bool { kind == .press || kind == .doublePress }

  /// Makes an event at `position`.
  public init(_ kind: Kind, at position: Point) {
    self.kind = kind
    self.position = position
  }
}

/// An event of a terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// What a key usually does was chosen, whichever key does it for the person.
  case action(of: Key)
  /// An action without a usual key was chosen by its name.
  case named(String)
  /// Pasted text, which is never a command; unchanged, with line feeds between lines. Of a very long text only the
  /// beginning; the number of omitted bytes at its end.
  case paste(String, omittedByteCount: Int = 0)
  /// A paste has begun, and for some seconds neither its end nor more of it has come: until its end, keys are its text.
  case pasteHalted
  /// The mouse was used.
  case mouse(MouseEvent)
  /// The terminal's answer to `Terminal.askForBackground`: the colour of its background.
  case background(Color)
  /// The terminal has a new size.
  case resize(Size)
  /// The pipe with the keys has ended: no more will come.
  case endOfKeys
  /// The terminal is gone: nothing can be shown or read any more.
  case end
}
