// A file without a log followed by a private copy of its pages.

/// Follows a file in a rollback-journal mode: each look compares the whole file with the copy.
final class ShadowFollower {
  private let files: any PageFiles
  private let configuration: RowFeed.Configuration
  private let shadow: Shadow
  private let touched = PageMarks()
  private let scratch = CommitComparison.Scratch()
  private var overflowMap: OverflowMap?
  private(set) var changeCounter: UInt32
  private var mark: FileMark
  /// Where the tables' pages are.
  private(set) var map: TreeMap
  /// Why the file can't be followed any more: then a new follower has to take over.
  private(set) var failure: UnknownReason?

  /// Copies the present state. Call it within a read transaction.
  init(_ files: any PageFiles, _ configuration: RowFeed.Configuration) throws(UnknownReason) {
    (self.files, self.configuration) = (files, configuration)
    mark = FileMark(files)
    changeCounter = try DatabaseHeader(files).changeCounter
    shadow = try Shadow(files)
    map = try TreeMap(shadow)
  }

  /// The size of the copy, in pages.
  var pageCount: UInt32 { shadow.pageCount }

  /// Whether the file's header has moved on.
  var hasNews: Bool { FileMark(files) != mark }

  /// The commits since the last look, as one. Call it within a read transaction. After it, look at `failure`.
  func look(isWanted: (UInt32) -> Bool) -> [ChangeSet] {
    let before = changeCounter
    do throws(UnknownReason) {
      mark = FileMark(files)
      guard LogIndex.header(files) == nil else { throw .modeChanged }
      let header = try DatabaseHeader(files)
      guard header.pageSize == shadow.pageSize else { throw .pageSizeChanged }
      changeCounter = header.changeCounter
      guard changeCounter != before else { return [] }
      let commits = changeCounter.commits(since: before)
      let isShown = commits.map { RowFeed.isAnyWanted($0, after: before, isWanted) } ?? true
      let pageCount = try Shadow.pageCount(files, shadow.pageSize)
      guard Int(pageCount) * shadow.pageSize <= configuration.shadowLimit else { throw .journalMode }
      let written = try writtenPages(upTo: pageCount)
      touched.replace(with: written.keys.sorted())
      let new = try ShadowVersions(shadow, written: written, pageCount: pageCount)
      let comparison = CommitComparison(
        old: shadow, new: new, map: map, touched: touched, scratch: scratch, overflowMap: overflowMap,
        budget: configuration.valueLimit, scanLimit: configuration.scanLimit)
      let content = try comparison.changes(isWanted: isShown)
      overflowMap = comparison.overflowMap
      shadow.update(written, pageCount: pageCount, format: new.format)
      guard isShown else { return [] }
      return [
        ChangeSet(
          changeCounter: changeCounter, commitCount: commits ?? 1, schemaChanged: comparison.schemaChanged,
          content: content)
      ]
    } catch {
      failure = error
      return [
        ChangeSet(
          changeCounter: changeCounter, commitCount: max(changeCounter.commits(since: before) ?? 1, 1),
          schemaChanged: true,
          content: .unknown(error, tables: nil))
      ]
    }
  }

  /// The pages that differ from the copy, and those beyond its end.
  private func writtenPages(upTo pageCount: UInt32) throws(UnknownReason) -> [UInt32: Page] {
    var written: [UInt32: Page] = [:]
    for first in stride(from: 1, through: pageCount, by: Shadow.pagesInPiece) {
      let piece = try Shadow.read(files, first, upTo: pageCount, shadow.pageSize)
      for place in 0..<min(Shadow.pagesInPiece, Int(pageCount - first) + 1) {
        let number = first + UInt32(place)
        let page = Page(number: number, block: piece, start: place * shadow.pageSize, size: shadow.pageSize)
        if number <= shadow.pageCount, try shadow.page(number).isEqual(page) { continue }
        written[number] = page
      }
    }
    return written
  }
}
