// Marks on pages that are soon taken back.

/// Numbers on some pages. Taking all back costs what was marked, not what there is.
final class PageMarks {
  private(set) var pages: [UInt32] = []
  private let numbers = PageMap()

  /// The number on a page; 0 where there is none.
  @inline(__always) subscript(page: UInt32) -> UInt32 { numbers[page] }

  @inline(__always) func contains(_ page: UInt32) -> Bool { numbers[page] != 0 }

  /// Puts a number, not 0, on a page that has none.
  /// - Returns: False when it has one: that one stays.
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

  /// Takes pages, each once, instead of the ones before.
  func replace(with pages: [UInt32]) {
    removeAll()
    for page in pages { mark(page) }
  }
}
