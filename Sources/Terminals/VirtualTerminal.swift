// A screen in memory, for tests and for printing a screen as text.

/// A screen in memory, whose events the program sends itself.
public final class VirtualTerminal: Terminal {
  /// The shown cells.
  public private(set) var shown: CellBuffer
  public private(set) var colorDepth: ColorDepth
  public var onEvent: ((InputEvent) -> Void)?
  public private(set) var isInputWaiting = false
  public let isLinear: Bool
  /// What a linear terminal says.
  private var output = LinearOutput(isTerminal: false, isUnicode: true)
  /// To call when the words of the last frame are out.
  private var said: (@MainActor () -> Void)?
  /// Called after each presented frame, so that a test can look at it.
  public var onFrame: (() -> Void)?

  /// The position of the cursor; nil while it is hidden.
  public private(set) var cursor: Point?
  /// The number of calls of `present`.
  public private(set) var frameCount = 0
  /// The total number of cells that differed when presented.
  public private(set) var changedCellCount = 0
  /// Whether it has a clipboard.
  public var hasClipboard = true
  /// The last copied text.
  public private(set) var copied: String?
  /// The number of calls of `askForBackground`, which nothing answers by itself.
  public private(set) var backgroundQuestionCount = 0
  /// The number of calls of `redraw`.
  public private(set) var redrawCount = 0
  /// The number of calls of `suspend`.
  public private(set) var suspensionCount = 0
  /// Whether the screen is left to another program.
  public private(set) var isLeft = false
  /// Whether it was closed.
  public private(set) var isClosed = false

  /// Makes an empty screen, or one that appends lines.
  public init(size: Size, isUnicode: Bool = true, colorDepth: ColorDepth = .indexed256, isLinear: Bool = false) {
    self.isLinear = isLinear
    shown = CellBuffer(size: size, isUnicode: isUnicode)
    self.colorDepth = colorDepth
  }

  public var size: Size { shown.size }
  public var isUnicode: Bool { shown.isUnicode }

  /// The rows as text without trailing spaces.
  public var screen: [String] { shown.trimmedRows }

  /// The style of the cell at `point`, which must be on the screen.
  public func style(at point: Point) -> Style { shown.style(at: point) }

  /// Sends `event` to the listener. A resize takes effect first, and empties the screen.
  public func send(_ event: InputEvent) {
    if case .resize(let size) = event { shown = CellBuffer(size: size, isUnicode: isUnicode) }
    onEvent?(event)
  }

  /// Sends events that were all typed before the first of them is handled.
  public func send(_ events: [InputEvent]) {
    for (index, event) in events.enumerated() {
      isInputWaiting = index < events.count - 1
      send(event)
    }
  }

  public func present(_ buffer: CellBuffer, cursor: Point?) {
    guard !isClosed, !isLeft else { return }
    if isLinear { return say(Spoken(reading: buffer, cursor: cursor)) {} }
    frameCount += 1
    self.cursor = cursor
    if buffer.size == shown.size {
      for run in buffer.differences(from: shown) { changedCellCount += run.columns.count }
      shown = buffer
    } else {
      // A frame drawn for a former size: the fitting part is shown, as on a real screen.
      var clipped = CellBuffer(size: shown.size, isUnicode: isUnicode)
      clipped.draw(buffer)
      for run in clipped.differences(from: shown) { changedCellCount += run.columns.count }
      shown = clipped
    }
    onFrame?()
  }

  public func say(_ spoken: Spoken, said: @escaping @MainActor () -> Void) {
    frameCount += 1
    _ = output.take(spoken, columns: size.width)
    self.said = said
    if !output.isPending { noteSaid() }
    onFrame?()
  }

  /// The lines that a linear terminal has appended since the last call: what is new by now is said.
  public func takeLines() -> [String] {
    defer { noteSaid() }
    return output.speak(columns: size.width).split(separator: "\n").map(String.init)
  }

  private func noteSaid() {
    said?()
    said = nil
  }

  public func copy(_ text: String) -> Bool {
    if hasClipboard { copied = text }
    return hasClipboard
  }
  public func askForBackground() { backgroundQuestionCount += 1 }
  public func redraw() {
    redrawCount += 1
    output.forget()
  }
  public func suspend() { suspensionCount += 1 }
  public func leaveScreen() { isLeft = true }
  public func restoreScreen() { isLeft = false }
  public func close() { isClosed = true }
}
