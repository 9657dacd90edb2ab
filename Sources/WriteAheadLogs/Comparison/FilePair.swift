// Compares the pages of two files.
//
//   all pages of both, side by side ──> the numbers of the pages that differ ──> the rows on them, as after a commit

/// Two files: often one is a copy of the other, or its backup.
public struct FilePair {
  private let old: FilePages
  private let new: FilePages

  /// Takes two files, each within a read transaction. Throws if the log of one has pages that its file lacks, or if the
  /// pages have not the same size, encoding and layout.
  public init(old: any PageFiles, new: any PageFiles) throws(UnknownReason) {
    (self.old, self.new) = (try FilePages(old), try FilePages(new))
    let (first, second) = (self.old.format, self.new.format)
    guard first.pageSize == second.pageSize, first.usableSize == second.usableSize else { throw .pageSizeChanged }
    guard first.encoding == second.encoding, first.hasPointerMap == second.hasPointerMap else { throw .damaged }
  }

  /// The rows that differ, as if one commit had made the new file from the old one. It reads each file once, and the
  /// inner pages of the old one's tables again. If the values of the rows exceed `valueLimit` bytes, the rows are
  /// unknown.
  public func changes(valueLimit: Int, scanLimit: Int = 1 << 18) throws(UnknownReason) -> ChangeSet {
    let pages = try old.pages(differingIn: new)
    let touched = PageMarks()
    touched.replace(with: pages)
    let comparison = CommitComparison(
      old: old, new: new, map: try TreeMap(old), touched: touched, scratch: CommitComparison.Scratch(),
      owners: .unknown, limits: .init(touchesAreWrites: false, budget: valueLimit, scanLimit: scanLimit))
    let content = try comparison.changes(isWanted: true)
    return ChangeSet(
      changeCounter: 0, commitCount: 1, schemaChanged: comparison.schemaChanged, content: content)
  }
}
