// A state of the file: every page as it was after one commit.

/// The pages of one state of a file.
protocol PageVersions: AnyObject {
  /// The number of pages of the file in this state.
  var pageCount: UInt32 { get }
  var format: PageFormat { get }
  /// Reads a page. Throws if it is beyond the end, or has been overwritten.
  func page(_ number: UInt32) throws(UnknownReason) -> Page
}

extension PageVersions {
  /// A page that another page references as a part of a tree or a chain.
  func pointedPage(_ number: UInt32) throws(UnknownReason) -> Page {
    guard number >= 2, number <= pageCount, number != format.lockPage else { throw .damaged }
    return try page(number)
  }
}
