// A screen in memory: for tests, and for printing a screen as text.

/// A screen in memory, whose keys are sent by the program itself.
public final class VirtualTerminal: Terminal {
  /// What is shown, cell by cell.
  public private(set) var shown: CellBuffer
  public private(set) var colorDepth: ColorDepth
  public var onEvent: ((InputEvent) -> Void)?
  public private(set) var isInputWaiting = false
  /// Called when a frame has been presented: a test may look at each.
  public var onFrame: (() -> Void)?

  /// Where the cursor is; `nil` while it is hidden.
  public private(set) var cursor: Point?
  /// How often `present` was called.
  public private(set) var frameCount = 0
  /// How many cells were different when they were presented, in all.
  public private(set) var changedCellCount = 0
  /// The text that was copied last.
  public private(set) var copied: String?
  /// How often a whole new drawing was asked for.
  public private(set) var redrawCount = 0
  /// How often the program was suspended.
  public private(set) var suspensionCount = 0
  /// Whether the screen was left to another program.
  public private(set) var isLeft = false
  /// Whether it was closed.
  public private(set) var isClosed = false

  /// Makes an empty screen.
  public init(size: Size, isUnicode: Bool = true, colorDepth: ColorDepth = .indexed256) {
    shown = CellBuffer(size: size, isUnicode: isUnicode)
    self.colorDepth = colorDepth
  }

  public var size: Size { shown.size }
  public var isUnicode: Bool { shown.isUnicode }

  /// The rows as text without the spaces at their right.
  public var screen: [String] { shown.trimmedRows }

  /// The style of the cell at `point`, which must be on the screen.
  public func style(at point: Point) -> Style { shown.style(at: point) }

  /// Hands `event` to the listener. A resize takes effect first, and leaves the screen empty.
  public func send(_ event: InputEvent) {
    if case .resize(let size) = event { shown = CellBuffer(size: size, isUnicode: isUnicode) }
    onEvent?(event)
  }

  /// Hands over events that were typed before the first of them was handed over.
  public func send(_ events: [InputEvent]) {
    for (index, event) in events.enumerated() {
      isInputWaiting = index < events.count - 1
      send(event)
    }
  }

  public func present(_ buffer: CellBuffer, cursor: Point?) {
    guard !isClosed, !isLeft else { return }
    frameCount += 1
    self.cursor = cursor
    if buffer.size == shown.size {
      for run in buffer.differences(from: shown) { changedCellCount += run.columns.count }
      shown = buffer
    } else {
      // A frame drawn for a size that has passed: what fits is shown, as on a real screen.
      var clipped = CellBuffer(size: shown.size, isUnicode: isUnicode)
      clipped.draw(buffer)
      for run in clipped.differences(from: shown) { changedCellCount += run.columns.count }
      shown = clipped
    }
    onFrame?()
  }

  public func copy(_ text: String) { copied = text }
  public func redraw() { redrawCount += 1 }
  public func suspend() { suspensionCount += 1 }
  public func leaveScreen() { isLeft = true }
  public func restoreScreen() { isLeft = false }
  public func close() { isClosed = true }
}
