// A part of the screen that draws itself again when something changed that it read.
import Observing
import Terminals

/// A rectangle of the screen with cells of its own.
///
/// `draw` runs inside `observe`: what it reads of a store is tracked, and a change runs it again in the next frame.
/// What it reads of plain objects is announced with `setNeedsDisplay`.
@MainActor
final class Pane {
  /// Where the pane stands. Another size draws it again.
  var rect: Rect {
    didSet { if rect.size != oldValue.size { setNeedsDisplay() } }
  }
  /// What was drawn last.
  private(set) var buffer: CellBuffer
  /// Where the terminal's cursor belongs, inside the pane; `nil` where the pane needs none.
  private(set) var cursor: Point?

  /// What it shows that the person has to read before a key acts on it.
  private(set) var notices: [Notice: Notice.Showing] = [:]
  /// What it showed before it was drawn last.
  private(set) var earlierNotices: [Notice: Notice.Showing] = [:]

  /// How often it was drawn: what a key costs is what it draws again.
  private(set) var drawCount = 0

  private let isUnicode: Bool
  /// Whether `draw` finds what it drew the last time and changes it, rather than an empty buffer; one of another size
  /// is empty always.
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
      // Before it has a place there is nothing to draw, and nothing that was.
      if drawCount > 0 || !self.rect.isEmpty { redraw() }
    }
  }

  /// Call this while it is drawn: it shows this.
  func note(_ notice: Notice) { notices[notice] = earlierNotices[notice] ?? Notice.Showing() }

  /// A frame with it has been presented at a time, with nothing over it.
  func presented(at time: Double) {
    for notice in notices.keys where notices[notice]?.since == nil { notices[notice]?.since = time }
  }

  /// Nothing that was typed before the last frame waits any more.
  func seen() {
    for notice in notices.keys where notices[notice]?.since != nil { notices[notice]?.isSeen = true }
  }

  /// It has left the screen.
  func hidden() { notices = notices.mapValues { _ in Notice.Showing() } }

  /// Draws the pane again in the next frame.
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
