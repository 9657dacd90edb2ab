// Widgets draw themselves.

/// A plain value that draws into a rectangle of a buffer. It must not draw outside `rect`.
public protocol Widget {
  /// Draws into `rect` of `buffer`.
  func draw(in rect: Rect, on buffer: inout CellBuffer)
}
