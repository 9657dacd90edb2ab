// Follows one open file: each look returns the commits since the last one.
//
//   begin -> state X
//   hasNews? -> begin a read transaction -> state Y -> compare X with Y, commit by commit -> Y becomes X
//            -> the rows are returned -> settle: hold the transaction instead of the one before, or end both

/// Follows one open file, and finds the rows that each commit changed.
///
/// It is not Sendable: its owner protects it with a lock, together with the connection of the read transactions.
public final class RowFeed {
  /// How the feed follows the file.
  public enum Mode: Hashable, Sendable {
    /// With the file's log.
    case log
    /// With a private copy of the file's pages.
    case shadow
    /// Not at all, with the reason. Looks report that something changed.
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
  /// Whether the last look's transaction is open in addition to the one before it.
  private var isUnsettled = false

  /// Makes a feed. Call `begin` before the first look.
  public init(
    files: some PageFiles, transactions: some ReadTransactions, configuration: Configuration = Configuration()
  ) {
    (self.files, self.transactions, self.configuration) = (files, transactions, configuration)
  }

  /// Takes the current state as the one to compare with. It reads the interior pages of the tables' trees, or in
  /// rollback-journal modes the whole file. Throws if the file can't be followed now; each look tries again.
  public func begin() throws(UnknownReason) {
    settle()
    do { try transactions.begin() } catch { throw .busy }
    let failure = start()
    isUnsettled = true
    settle()
    if let failure { throw failure }
  }

  /// The commits since the last look or `begin`, in order. Returns nothing while another program keeps readers out; a
  /// later look reports them. Call `settle` afterwards.
  /// - Parameter isWanted: Whether to report a commit, by its counter. The feed skips the others.
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
      // A busy writer does not wait until its rows are reported.
      if follower.failure != nil || !isCalm { settle() }
      return sets
    case .shadow(let follower):
      return look(follower, isWanted)
    case .nothing(let reason, let mark):
      defer { settle() }
      let now = FileMark(files)
      // The mark stays until a look can read the header again; that look reports the commits in between.
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

  /// Whether one of the commits after count `before` is wanted. Very many commits are a sign of another file: then only
  /// the first are checked.
  static func isAnyWanted(_ commits: Int, after before: UInt32, _ isWanted: (UInt32) -> Bool) -> Bool {
    commits > 0 && (1...min(commits, 1 << 16)).contains { isWanted(before &+ UInt32($0)) }
  }

  /// The rows that a program has written into the file without changing SQLite's commit count. If there is no private
  /// copy to compare with, any row may have changed. Nil if readers are kept out. Call `settle` afterwards.
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

  /// Whether the file shows commits since the last look. It takes no lock.
  public var hasNews: Bool {
    switch source {
    case .log(let follower): follower.hasNews
    case .shadow(let follower): follower.hasNews
    case .nothing(_, let mark): FileMark(files).isNews(since: mark)
    case nil: true
    }
  }

  /// Whether the file's header can't be read, so that no look finds commits. It takes no lock.
  public var isUnreadable: Bool {
    if case .nothing = source { FileMark(files).isUnreadable } else { false }
  }

  /// Holds the current state again after it was released for a checkpoint, now over. If there is news, the next look
  /// holds it.
  public func hold() {
    settle()
    guard !isHolding, mayHold else { return }
    do { try transactions.begin() } catch { return }
    if hasNews { release() } else { isHolding = true }
  }

  /// Whether a read transaction may be held until the next look. A held one keeps the old pages, so that the next look
  /// is exact. It also keeps the log from being restarted, so it ends when the log is long or a checkpoint waits for
  /// it.
  private var mayHold: Bool { isCalm && !transactions.isCheckpointWaiting }

  /// Whether there is a log, it is short, and not much has come since the look before. Otherwise the next checkpoint
  /// would have too much to do at once.
  private var isCalm: Bool {
    guard case .log(let follower) = source else { return false }
    return frameCount <= configuration.frameLimit && follower.newFrameCount <= configuration.busyLimit
  }

  /// Holds the last look's transaction instead of the one before, or ends both. The caller may first report the results
  /// of the look: with a log, only a checkpoint waits for this. Without a log the look has already ended the
  /// transaction.
  public func settle() {
    guard isUnsettled else { return }
    guard mayHold else { return release() }
    transactions.endFormer()
    (isHolding, isUnsettled) = (true, false)
  }

  /// Ends the held read transaction. The next look is still exact, unless a checkpoint comes between.
  public func release() {
    transactions.endAll()
    (isHolding, isUnsettled) = (false, false)
  }

  /// SQLite's commit count at the last look.
  public var changeCounter: UInt32 {
    switch source {
    case .log(let follower): follower.index.changeCounter
    case .shadow(let follower): follower.changeCounter
    case .nothing(_, let mark): mark.changeCounter
    case nil: 0
    }
  }

  /// The number of frames in the log at the last look.
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

  /// The current trees of the tables, for tests.
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
      // The file may have changed: the next commit makes the feed start over.
      source = .nothing(error, follower.mark)
      return [follower.unknown(error)]
    }
  }

  /// Chooses how to follow the file, within a read transaction.
  /// - Returns: The reason why it can't be followed. A file without a log and too large for a copy is no failure.
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
