// Follows the log from commit to commit.
//
// A look reads the index, then the new frames, then processes the commits: for each it compares the written pages with
// their former versions, checks the index to see whether everything it read is valid, and advances.

/// Follows a file in write-ahead mode.
final class LogFollower {
  private let files: any PageFiles
  private let configuration: RowFeed.Configuration
  private let reader: LogReader
  private let touched = PageMarks()
  private let scratch = CommitComparison.Scratch()
  /// The index at the last look.
  private(set) var index: LogIndex
  /// The reader's current state.
  private var state: State
  /// The number of frames that the last look has found.
  private(set) var newFrameCount = 0
  /// The reason why the file can't be followed any more: a new follower must take over.
  private(set) var failure: UnknownReason?

  private struct State {
    var pageCount: UInt32
    var format: PageFormat
    var map: TreeMap
    var owners = OverflowOwners.unknown
  }

  /// Takes the current state. Must be called within a read transaction.
  init(_ files: any PageFiles, _ configuration: RowFeed.Configuration) throws(UnknownReason) {
    guard let index = LogIndex(files) else { throw .modeChanged }
    let pageSize = try Self.pageSize(index, files)
    (self.files, self.configuration, self.index) = (files, configuration, index)
    reader = LogReader(files, pageSize: pageSize)
    // Pages that the file already has are read from there: the checkpoint is over, and the log may be restarted.
    let frames = try LogFrames(
      files, pageSize: pageSize, after: min(index.backfilled, index.frameCount), upTo: index.frameCount)
    Self.apply(frames, upTo: index.frameCount, to: reader)
    state = try Self.makeState(reader, pageCount: Self.pageCount(index, files, pageSize))
    try reader.verify(index)
  }

  /// The map of the current state.
  var map: TreeMap { state.map }
  /// The size of the current state, in pages.
  var pageCount: UInt32 { state.pageCount }

  /// Whether the index has changed.
  var hasNews: Bool { LogIndex.header(files) != index.header }

  /// The commits since the last look. Must be called within a read transaction. Check `failure` afterwards.
  func look(isWanted: (UInt32) -> Bool) -> [ChangeSet] {
    let before = index
    do throws(UnknownReason) {
      guard let now = LogIndex(files) else { throw .modeChanged }
      if now.pageSize != 0, now.pageSize != reader.pageSize { throw .pageSizeChanged }
      if now == index { return [] }
      index = now
      let isSameLog = now.salts == before.salts && now.frameCount >= before.frameCount
      newFrameCount = Int(now.frameCount) - (isSameLog ? Int(before.frameCount) : 0)
      if !isSameLog { reader.frames.removeAll() }
      let frames = try LogFrames(
        files, pageSize: reader.pageSize, after: isSameLog ? before.frameCount : 0, upTo: now.frameCount)
      // One log has every commit. Otherwise the counter started over, as after a crash.
      guard let commits = now.changeCounter.commits(since: before.changeCounter) else { throw .logRestarted }
      let lost = commits - frames.commits.count
      guard lost == 0 || (lost > 0 && !isSameLog) else { throw .logRestarted }
      reader.begin(frames)
      defer { reader.endLook() }
      let groups = CommitGroups(
        count: frames.commits.count, startCounter: before.changeCounter &+ UInt32(lost),
        limit: configuration.commitLimit, isWanted: isWanted)
      return changes(of: frames, groups, lost: lost)
    } catch {
      failure = error
      let commits = index.changeCounter.commits(since: before.changeCounter) ?? 1
      return [unknown(error, commits: max(commits, 1), counter: index.changeCounter)]
    }
  }

  private func changes(of frames: LogFrames, _ groups: CommitGroups, lost: Int) -> [ChangeSet] {
    var sets: [ChangeSet] = []
    var budget = configuration.valueLimit
    var next = 0
    if lost > 0 {
      next = remake(from: 0, frames, after: .logRestarted)
      sets.append(unknown(.logRestarted, commits: lost + next, counter: groups.counter(after: next)))
    }
    while next < frames.commits.count {
      let start = next
      let isWanted = groups.wanted[start]
      let end = groups.end(ofGroupAt: start)
      do throws(UnknownReason) {
        let (content, schemaChanged) = try compare(start..<end, frames, isWanted: isWanted, &budget)
        next = end
        if isWanted {
          sets.append(
            ChangeSet(
              changeCounter: groups.counter(after: end), commitCount: end - start, schemaChanged: schemaChanged,
              content: content))
        }
      } catch {
        next = remake(from: end, frames, after: error)
        if groups.wanted[start..<next].contains(true) {
          sets.append(unknown(error, commits: next - start, counter: groups.counter(after: next)))
        }
      }
    }
    return sets
  }

  /// Compares the state before some commits with the state after them, and advances to it.
  private func compare(
    _ commits: Range<Int>, _ frames: LogFrames, isWanted: Bool, _ budget: inout Int
  ) throws(UnknownReason) -> (ChangeSet.Content, schemaChanged: Bool) {
    let before = state
    let first = commits.lowerBound == 0 ? frames.start : frames.commits[commits.lowerBound - 1].frame
    let last = frames.commits[commits.upperBound - 1]
    touched.removeAll()
    // The last frame of a page counts.
    for frame in stride(from: last.frame, to: first, by: -1) {
      touched.mark(frames.pages[Int(frame - frames.start) - 1], frame)
    }
    reader.forgetRisks()
    let result: Result<(ChangeSet.Content, schemaChanged: Bool), UnknownReason>
    do throws(UnknownReason) {
      let old = try LogVersions(reader, pageCount: before.pageCount, format: before.format)
      let new = try LogVersions(
        reader, written: touched, pageCount: last.pageCount, format: touched.contains(1) ? nil : before.format)
      let comparison = CommitComparison(
        old: old, new: new, map: before.map, touched: touched, scratch: scratch, owners: before.owners,
        limits: .init(touchesAreWrites: true, budget: budget, scanLimit: configuration.scanLimit))
      let content = try comparison.changes(isWanted: isWanted)
      if isWanted { budget = max(comparison.limits.budget, 0) }
      state = State(
        pageCount: last.pageCount, format: new.format, map: before.map, owners: comparison.owners)
      result = .success((content, comparison.schemaChanged))
    } catch {
      result = .failure(error)
    }
    // Apparent damage may be a page that was overwritten meanwhile.
    try reader.verify(index)
    let changes = try result.get()
    for page in touched.pages { reader.frames[page] = touched[page] }
    return changes
  }

  /// Rebuilds the state, at the first possible commit from `place` on: log and file together have a whole state only
  /// after the frames that a checkpoint has reached.
  /// - Returns: The number of commits of the look up to that state.
  private func remake(from place: Int, _ frames: LogFrames, after reason: UnknownReason) -> Int {
    let end = frames.commits.count
    var place = place
    if let attempted = LogIndex(files)?.attempted, attempted > frames.start {
      place = max(place, frames.commits.firstIndex { $0.frame >= attempted }.map { $0 + 1 } ?? end)
    }
    for place in place < end ? [place, end] : [end] {
      if place > 0 { Self.apply(frames, upTo: frames.commits[place - 1].frame, to: reader) }
      reader.forgetRisks()
      do throws(UnknownReason) {
        state = try Self.makeState(
          reader,
          pageCount: place > 0
            ? frames.commits[place - 1].pageCount : Self.pageCount(nil, files, reader.pageSize))
        try reader.verify(index)
        return place
      } catch {
        continue
      }
    }
    failure = reason
    return end
  }

  private static func makeState(_ reader: LogReader, pageCount: UInt32) throws(UnknownReason) -> State {
    // The walk reads hardly any page twice. Caching the pages would only enlarge the heap.
    let versions = try LogVersions(reader, pageCount: pageCount, cacheLimit: 0)
    return State(pageCount: pageCount, format: versions.format, map: try TreeMap(versions))
  }

  private static func apply(_ frames: LogFrames, upTo frame: UInt32, to reader: LogReader) {
    guard frame > frames.start else { return }
    for place in 0..<Int(frame - frames.start) { reader.frames[frames.pages[place]] = frames.start + UInt32(place) + 1 }
  }

  private func unknown(_ reason: UnknownReason, commits: Int, counter: UInt32) -> ChangeSet {
    ChangeSet(
      changeCounter: counter, commitCount: commits, schemaChanged: true, content: .unknown(reason))
  }

  private static func pageSize(_ index: LogIndex, _ files: any PageFiles) throws(UnknownReason) -> Int {
    var size = index.pageSize
    if size == 0 { size = try DatabaseHeader(files).pageSize }
    guard PageFormat.isPageSize(size) else { throw .damaged }
    return size
  }

  private static func pageCount(
    _ index: LogIndex?, _ files: any PageFiles, _ pageSize: Int
  ) throws(UnknownReason) -> UInt32 {
    if let index, index.pageCount != 0 { return index.pageCount }
    guard let size = files.databaseSize else { throw .unreadable }
    return UInt32(clamping: size / pageSize)
  }
}
