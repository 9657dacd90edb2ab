// What the program asks of a screen with a keyboard, real or not.

/// A screen with a keyboard.
@MainActor public protocol Terminal: AnyObject {
  /// The present extent.
  var size: Size { get }
  /// Whether characters outside ASCII can be shown. Buffers should be made with it.
  var isUnicode: Bool { get }
  /// How many colours there are; none where the person wants none.
  var colorDepth: ColorDepth { get }
  /// Takes what is typed and what happens, on the main actor, in order.
  var onEvent: ((InputEvent) -> Void)? { get set }
  /// Whether something was typed that `onEvent` has not got yet.
  var isInputWaiting: Bool { get }

  /// Shows `buffer`, and the cursor at `cursor` or nowhere. What is shown already is not sent again.
  func present(_ buffer: CellBuffer, cursor: Point?)
  /// Puts a text into the clipboard of the terminal, where it lets programs do that.
  func copy(_ text: String)
  /// Draws everything again, in case another program has written to the screen.
  func redraw()
  /// Gives the terminal back and stops the job, as Ctrl-Z does; returns when it goes on, all restored.
  func suspend()
  /// Gives the terminal to another program, an editor say, until `restoreScreen`. Nothing is read or shown meanwhile.
  func leaveScreen()
  /// Takes the terminal again and draws everything.
  func restoreScreen()
  /// Gives the terminal back for good. Closing twice is no harm.
  func close()
}
