// Temporary marks on pages.

/// Numbers on some pages. Removing all costs the number of marks, not of pages.
final class PageMarks {
  private(set) var pages: [UInt32] = []
  private let numbers = PageMap()

  /// The number on a page; 0 if there is none.
  @inline(__always) subscript(page: UInt32) -> UInt32 { numbers[page] }

  @inline(__always) func contains(_ page: UInt32) -> Bool { numbers[page] != 0 }

  /// Sets a number, not 0, on a page that has none.
  /// - Returns: False if the page already has one, which is kept.
  @discardableResult func mark(_ page: UInt32, _ number: UInt32 = 1) -> Bool {
    guard numbers[page] == 0 else { return false }
    pages.append(page)
    numbers[page] = number
    return true
  }

  func removeAll() {
    for page in pages { numbers[page] = 0 }
    pages.removeAll(keepingCapacity: true)
  }

  /// Replaces the marked pages by these pages, which must be distinct.
  func replace(with pages: [UInt32]) {
    removeAll()
    for page in pages { mark(page) }
  }
}
