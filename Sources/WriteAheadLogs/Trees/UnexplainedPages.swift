// Written pages with unknown owners.

/// A set of pages that shrinks as they are explained.
final class UnexplainedPages {
  private let marks: PageMarks
  private var explained: Set<UInt32> = []
  private(set) var count = 0

  /// Uses marks that it may overwrite.
  init(_ marks: PageMarks) {
    self.marks = marks
    marks.removeAll()
  }

  var isEmpty: Bool { count == 0 }

  var pages: [UInt32] { marks.pages.filter { !explained.contains($0) } }

  func contains(_ page: UInt32) -> Bool { marks.contains(page) && !explained.contains(page) }

  func insert(_ page: UInt32) {
    if marks.mark(page) { count += 1 }
  }

  func remove(_ page: UInt32) {
    guard count > 0, marks.contains(page), explained.insert(page).inserted else { return }
    count -= 1
  }
}
