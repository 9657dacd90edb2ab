// One open file followed: each look gives what was committed since the last.
//
//   begin -> state X
//   hasNews? -> begin a read transaction -> state Y -> compare X with Y, commit by commit -> Y becomes X
//            -> the rows are given out -> settle: hold the transaction in the place of the one before, or end both

/// Follows one open file: which rows did each commit change?
///
/// It is not Sendable: its owner keeps it behind a lock, with the connection of the read transactions.
public final class RowFeed {
  /// How the feed follows the file.
  public enum Mode: Hashable, Sendable {
    /// By the file's log.
    case log
    /// By a private copy of the file's pages.
    case shadow
    /// Not at all, and why. Looks say that something changed.
    case none(UnknownReason)
  }

  private enum Source {
    case log(LogFollower)
    case shadow(ShadowFollower)
    case nothing(UnknownReason, FileMark)
  }

  private let files: any PageFiles
  private let transactions: any ReadTransactions
  private let configuration: Configuration
  private var source: Source?
  /// Whether a read transaction keeps the pages of the last look.
  public private(set) var isHolding = false
  /// Whether the transaction of the last look stands beside the one before it.
  private var isUnsettled = false

  /// Makes a feed. Begin it before the first look.
  public init(
    files: some PageFiles, transactions: some ReadTransactions, configuration: Configuration = Configuration()
  ) {
    (self.files, self.transactions, self.configuration) = (files, transactions, configuration)
  }

  /// Takes the present state as the one to compare with. It reads the interior pages of the tables' trees, or in
  /// rollback-journal modes the whole file. Throws when the file can't be followed now: each look tries again.
  public func begin() throws(UnknownReason) {
    settle()
    do { try transactions.begin() } catch { throw .busy }
    let failure = start()
    isUnsettled = true
    settle()
    if let failure { throw failure }
  }

  /// What has been committed since the last look or `begin`, in order. It gives nothing while another program keeps
  /// readers out: then the news stay. Settle it afterwards.
  /// - Parameter isWanted: Says by its counter whether a commit is to be given. The feed moves over the others.
  public func look(isWanted: (UInt32) -> Bool = { _ in true }) -> [ChangeSet] {
    settle()
    guard hasNews else {
      if isHolding, transactions.isCheckpointWaiting { release() }
      return []
    }
    do { try transactions.begin() } catch { return [] }
    isUnsettled = true
    switch source {
    case .log(let follower):
      let sets = follower.look(isWanted: isWanted)
      if follower.failure != nil { start() }
      // A program that writes much does not wait until its rows are given out.
      if follower.failure != nil || !isCalm { settle() }
      return sets
    case .shadow(let follower):
      return look(follower, isWanted)
    case .nothing(let reason, let mark):
      defer { settle() }
      let now = FileMark(files)
      // The look that can read the header again reports what was committed meanwhile: until then the mark stays.
      if now.isUnreadable { return [] }
      start()
      let isCounted = now.hasLog == mark.hasLog && !mark.isUnreadable
      let commits = isCounted ? now.changeCounter.commits(since: mark.changeCounter) : nil
      if let commits, !Self.isAnyWanted(commits, after: mark.changeCounter, isWanted) { return [] }
      return [
        ChangeSet(
          changeCounter: now.changeCounter, commitCount: commits ?? 1, schemaChanged: true,
          content: .unknown(reason))
      ]
    case nil:
      start()
      settle()
      return []
    }
  }

  /// Whether one of the commits that follow the count `before` is to be given. Very many are the sign of another file: then
  /// only the first are asked for.
  static func isAnyWanted(_ commits: Int, after before: UInt32, _ isWanted: (UInt32) -> Bool) -> Bool {
    commits > 0 && (1...min(commits, 1 << 16)).contains { isWanted(before &+ UInt32($0)) }
  }

  /// What a program has written into the file although SQLite's count of commits stands still: the rows where there is a
  /// private copy to compare with, otherwise that any may have changed. `nil` where readers are kept out. Settle it
  /// afterwards.
  public func lookPastCount() -> [ChangeSet]? {
    settle()
    do { try transactions.begin() } catch { return nil }
    isUnsettled = true
    if case .shadow(let follower) = source { return look(follower, comparesAlways: true) { _ in true } }
    start()
    return [
      ChangeSet(changeCounter: changeCounter, commitCount: 1, schemaChanged: true, content: .unknown(.uncounted))
    ]
  }

  /// Whether the file says that there were commits since the last look. It takes no lock.
  public var hasNews: Bool {
    switch source {
    case .log(let follower): follower.hasNews
    case .shadow(let follower): follower.hasNews
    case .nothing(_, let mark): FileMark(files).isNews(since: mark)
    case nil: true
    }
  }

  /// Holds the present state again, where it was let go for a checkpoint that is over by now. Where there are news, the next
  /// look does.
  public func hold() {
    settle()
    guard !isHolding, mayHold else { return }
    do { try transactions.begin() } catch { return }
    if hasNews { release() } else { isHolding = true }
  }

  /// Whether a read transaction may be held until the next look. A held one keeps the old pages, so that the next look is
  /// exact. It also keeps the log from being restarted: so it goes once the log is long, or when a checkpoint waits for it.
  private var mayHold: Bool { isCalm && !transactions.isCheckpointWaiting }

  /// Whether there is a log, it is short, and not much has come since the look before: of a program that writes more, the
  /// next checkpoint would find too much to do at once.
  private var isCalm: Bool {
    guard case .log(let follower) = source else { return false }
    return frameCount <= configuration.frameLimit && follower.newFrameCount <= configuration.busyLimit
  }

  /// Holds the transaction of the last look in the place of the one before, or ends both. The caller may give out first what
  /// the look has found: beside a log, only a checkpoint waits for this. Without a log the look has ended the transaction
  /// itself.
  public func settle() {
    guard isUnsettled else { return }
    guard mayHold else { return release() }
    transactions.endFormer()
    (isHolding, isUnsettled) = (true, false)
  }

  /// Ends the held read transaction. The next look is exact nevertheless, unless a checkpoint comes between.
  public func release() {
    transactions.endAll()
    (isHolding, isUnsettled) = (false, false)
  }

  /// SQLite's count of commits at the last look.
  public var changeCounter: UInt32 {
    switch source {
    case .log(let follower): follower.index.changeCounter
    case .shadow(let follower): follower.changeCounter
    case .nothing(_, let mark): mark.changeCounter
    case nil: 0
    }
  }

  /// How many frames the log had at the last look.
  public var frameCount: Int {
    if case .log(let follower) = source { Int(follower.index.frameCount) } else { 0 }
  }

  /// How the feed follows the file.
  public var mode: Mode {
    switch source {
    case .log: .log
    case .shadow: .shadow
    case .nothing(let reason, _): .none(reason)
    case nil: .none(.busy)
    }
  }

  /// The tables' trees as they are now, for tests.
  var state: (map: TreeMap, pageCount: UInt32)? {
    switch source {
    case .log(let follower): (follower.map, follower.pageCount)
    case .shadow(let follower): (follower.map, follower.pageCount)
    default: nil
    }
  }

  /// A look at a file without a log. Its transaction keeps writers out, so it ends as soon as the pages are in memory.
  private func look(
    _ follower: ShadowFollower, comparesAlways: Bool = false, _ isWanted: (UInt32) -> Bool
  ) -> [ChangeSet] {
    let written: ShadowFollower.Written?
    do {
      written = try follower.read(comparesAlways: comparesAlways, isWanted: isWanted)
    } catch {
      start()
      settle()
      return [follower.unknown(error)]
    }
    release()
    do {
      return try written.flatMap { written throws(UnknownReason) in try follower.changes(written) }.map { [$0] } ?? []
    } catch {
      // The file may have moved on: the next commit makes the feed begin again.
      source = .nothing(error, follower.mark)
      return [follower.unknown(error)]
    }
  }

  /// Chooses how to follow the file, within a read transaction.
  /// - Returns: Why it can't be followed. A file without a log and too large for a copy is no failure.
  @discardableResult private func start() -> UnknownReason? {
    do throws(UnknownReason) {
      if LogIndex.header(files) != nil {
        source = .log(try LogFollower(files, configuration))
      } else if let size = files.databaseSize, size <= configuration.shadowLimit {
        source = .shadow(try ShadowFollower(files, configuration))
      } else {
        source = .nothing(.journalMode, FileMark(files))
      }
      return nil
    } catch {
      source = .nothing(error, FileMark(files))
      return error
    }
  }
}
