// The interface to a screen with a keyboard, real or not.

/// A screen with a keyboard.
@MainActor public protocol Terminal: AnyObject {
  /// The current size.
  var size: Size { get }
  /// Whether characters outside ASCII can be shown. Make buffers with this value.
  var isUnicode: Bool { get }
  /// The number of colours that can be shown.
  var colorDepth: ColorDepth { get }
  /// Receives input and other events, on the main actor, in order.
  var onEvent: ((InputEvent) -> Void)? { get set }
  /// Whether input has come that `onEvent` has not received yet.
  var isInputWaiting: Bool { get }

  /// Whether it appends lines for a person who hears them, in place of cells. Then frames come with `say`.
  var isLinear: Bool { get }

  /// Says what is new in the words of a frame, at the pace of reading. Calls `said` when its last word is out, unless
  /// another frame comes before.
  func say(_ spoken: Spoken, said: @escaping @MainActor () -> Void)
  /// Shows `buffer`, and the cursor at `cursor`; nil: hidden. Sends only the differences to the shown cells.
  func present(_ buffer: CellBuffer, cursor: Point?)
  /// Puts a text into the terminal's clipboard, if the terminal allows that. Returns whether it can have a clipboard.
  func copy(_ text: String) -> Bool
  /// Asks the terminal for the colour of its background, if it is likely to know the question. The answer comes as an
  /// event, within a tenth of a second or not at all.
  func askForBackground()
  /// Draws everything again, in case another program has written to the screen; says everything again.
  func redraw()
  /// Restores the terminal and stops the job, like Ctrl-Z; returns when it continues, with the screen restored.
  func suspend()
  /// Leaves the terminal to another program, such as an editor, until `restoreScreen`. Nothing is read or shown
  /// meanwhile.
  func leaveScreen()
  /// Takes the terminal back and draws everything.
  func restoreScreen()
  /// Restores the terminal for good. Further calls do nothing.
  func close()
}

extension Terminal {
  /// Most terminals show cells.
  public var isLinear: Bool { false }
  /// Does nothing: cells are shown.
  public func say(_ spoken: Spoken, said: @escaping @MainActor () -> Void) {}
}
