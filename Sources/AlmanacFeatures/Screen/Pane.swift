// A part of the screen that is drawn again when the state that it reads has changed.
import Observing
import Terminals

/// A rectangle of the screen with its own cells.
///
/// `draw` runs inside `observe`: what it reads of a store is tracked, and a change runs it again in the next frame.
/// Changes of plain objects are announced with `setNeedsDisplay`.
@MainActor
final class Pane {
  /// The place of the pane. A change of its size draws it again.
  var rect: Rect {
    didSet { if rect.size != oldValue.size { setNeedsDisplay() } }
  }
  /// The last drawing.
  private(set) var buffer: CellBuffer
  /// The place of the terminal's cursor inside the pane; `nil` if it has none.
  private(set) var cursor: Point?

  /// The notices in the last drawing, which the person must read before a key acts on them.
  private(set) var notices: [Notice: Notice.Showing] = [:]
  /// The notices in the drawing before the last.
  private(set) var earlierNotices: [Notice: Notice.Showing] = [:]

  /// What it says to a person who hears it; `nil`, or no answer: its drawn cells are read. Not tracked.
  var words: (@MainActor () -> SpokenPart?)?

  /// Whether its content is old, and is shown dim.
  var isDimmed = false

  /// The number of drawings so far.
  private(set) var drawCount = 0

  private let isUnicode: Bool
  /// Whether `draw` updates its last drawing instead of starting with an empty buffer. After a change of size the
  /// buffer is always empty.
  private let keepsContent: Bool
  private let draw: @MainActor (_ rect: Rect, _ buffer: inout CellBuffer) -> Point?
  private let display = ChangeStamp()
  private var token: ObserveToken?

  init(
    rect: Rect, isUnicode: Bool, scheduler: FrameScheduler, keepsContent: Bool = false,
    draw: @escaping @MainActor (_ rect: Rect, _ buffer: inout CellBuffer) -> Point?
  ) {
    self.rect = rect
    self.isUnicode = isUnicode
    self.keepsContent = keepsContent
    self.draw = draw
    buffer = CellBuffer(size: rect.size, isUnicode: isUnicode)
    token = observe(scheduler: scheduler) { [weak self] in
      guard let self else { return }
      display.access()
      // Without a place there is nothing to draw, unless something was drawn before.
      if drawCount > 0 || !self.rect.isEmpty { redraw() }
    }
  }

  /// Notes that the present drawing shows this. Called by `draw`.
  func note(_ notice: Notice) { notices[notice] = earlierNotices[notice] ?? Notice.Showing() }

  /// A frame with the pane was presented or said at this time, uncovered.
  func presented(at time: Double) {
    for notice in notices.keys where notices[notice]?.since == nil { notices[notice]?.since = time }
  }

  /// No input from before the last frame still waits.
  func seen() {
    for notice in notices.keys where notices[notice]?.since != nil { notices[notice]?.isSeen = true }
  }

  /// The pane has left the screen.
  func hidden() { notices = notices.mapValues { _ in Notice.Showing() } }

  /// Draws the pane in the next frame.
  func setNeedsDisplay() { display.noteChange() }

  private func redraw() {
    drawCount += 1
    (earlierNotices, notices) = (notices, [:])
    if buffer.size != rect.size {
      buffer = CellBuffer(size: rect.size, isUnicode: isUnicode)
    } else if !keepsContent {
      buffer.clear()
    }
    cursor = draw(buffer.bounds, &buffer)
  }
}
