// Follows a file without a log, with a private copy of its pages.

/// Follows a file in a rollback-journal mode: each look compares the whole file with the copy.
final class ShadowFollower {
  private let files: any PageFiles
  private let configuration: RowFeed.Configuration
  private let shadow: Shadow
  private let touched = PageMarks()
  private let scratch = CommitComparison.Scratch()
  private var owners = OverflowOwners.unknown
  private(set) var changeCounter: UInt32
  /// The number of commits that the last look has found.
  private var commitCount = 0
  /// The state of the file's header at the last look.
  private(set) var mark: FileMark
  /// The tables' pages.
  private(set) var map: TreeMap

  /// Copies the current state. Must be called within a read transaction.
  init(_ files: any PageFiles, _ configuration: RowFeed.Configuration) throws(UnknownReason) {
    (self.files, self.configuration) = (files, configuration)
    mark = FileMark(files)
    changeCounter = try DatabaseHeader(files).changeCounter
    shadow = try Shadow(files)
    map = try TreeMap(shadow)
  }

  /// The size of the copy, in pages.
  var pageCount: UInt32 { shadow.pageCount }

  /// Whether the file's header has changed.
  var hasNews: Bool { FileMark(files).isNews(since: mark) }

  /// The pages written since the last look, in memory.
  struct Written {
    fileprivate var pages: [UInt32: Page]
    fileprivate var pageCount: UInt32
    fileprivate var isWanted: Bool
  }

  /// Reads the pages written since the last look; nil if there are none. Must be called within a read transaction,
  /// which may end then. After an error, a new follower must take over.
  ///
  /// `comparesAlways`: compares even if the commit count has not changed.
  func read(comparesAlways: Bool = false, isWanted: (UInt32) -> Bool) throws(UnknownReason) -> Written? {
    mark = FileMark(files)
    commitCount = 1
    guard LogIndex.header(files) == nil else { throw .modeChanged }
    let header = try DatabaseHeader(files)
    guard header.pageSize == shadow.pageSize else { throw .pageSizeChanged }
    guard comparesAlways || header.changeCounter != changeCounter else { return nil }
    let commits = header.changeCounter.commits(since: changeCounter)
    let isWanted = commits.map { $0 == 0 || RowFeed.isAnyWanted($0, after: changeCounter, isWanted) } ?? true
    (changeCounter, commitCount) = (header.changeCounter, max(commits ?? 1, 1))
    let pageCount = try Shadow.pageCount(files, shadow.pageSize)
    guard Int(pageCount) * shadow.pageSize <= configuration.shadowLimit else { throw .journalMode }
    let pages = try writtenPages(upTo: pageCount)
    guard !comparesAlways || !pages.isEmpty || pageCount != shadow.pageCount else { return nil }
    return Written(pages: pages, pageCount: pageCount, isWanted: isWanted)
  }

  /// The commits since the last look, as one; nil if none is wanted. It reads no file. After an error, a new follower
  /// must take over.
  func changes(_ written: Written) throws(UnknownReason) -> ChangeSet? {
    touched.replace(with: written.pages.keys.sorted())
    let new = try ShadowVersions(shadow, written: written.pages, pageCount: written.pageCount)
    let comparison = CommitComparison(
      old: shadow, new: new, map: map, touched: touched, scratch: scratch, owners: owners,
      limits: .init(
        touchesAreWrites: false, budget: configuration.valueLimit, scanLimit: configuration.scanLimit))
    let content = try comparison.changes(isWanted: written.isWanted)
    owners = comparison.owners
    shadow.update(written.pages, pageCount: written.pageCount, format: new.format)
    guard written.isWanted else { return nil }
    return ChangeSet(
      changeCounter: changeCounter, commitCount: commitCount, schemaChanged: comparison.schemaChanged, content: content)
  }

  /// The commits of the last look, with unknown rows.
  func unknown(_ reason: UnknownReason) -> ChangeSet {
    ChangeSet(
      changeCounter: changeCounter, commitCount: commitCount, schemaChanged: true,
      content: .unknown(reason))
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
