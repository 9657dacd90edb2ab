// How a database is opened.

public import Activities

extension SQLiteConnection {
  /// What to do with the file's journal mode.
  public enum Journal: Hashable, Sendable {
    /// The file's mode is kept.
    case kept
    /// The file is switched to write-ahead mode for good, unless there is no space for it.
    case wal
  }

  /// How a database is opened.
  public struct Configuration: Sendable {
    /// Whether nothing may be written.
    public var isReadOnly = false
    /// Whether a missing file is created; otherwise it is an error.
    public var createsFile = true
    /// What to do with the file's journal mode.
    public var journal = Journal.kept
    /// Whether a log that was next to the file at opening, and was not written since, is kept at closing: another
    /// program has left it. Otherwise the last connection to close the file checkpoints the log into it.
    public var keepsLog = false
    /// The number of reads that may run at a time. Connections are opened when they are first needed.
    public var readerCount = 3
    /// How long to wait for a lock that another connection holds; nil: until it is released (see `waitForLocks`).
    public var busyTimeout: Duration? = .seconds(5)
    /// Is called with each change of the connection's `status`, on the thread that makes it, from the start of opening.
    public var statusChanged: (@Sendable (FileStatus) -> Void)?
    /// Counts the running work.
    public var activity = Activity()
    /// Prepares each connection, on its queue: functions, pragmas, temporary tables.
    public var prepare: (@Sendable (Database) throws -> Void)?
    /// Begins each read on a reader, after its snapshot has begun.
    package var beginRead: (@Sendable (Database) throws -> Void)?
    /// Is called with each statement that runs, on its connection's queue, except internal ones (BEGIN, PRAGMA).
    public var trace: (@Sendable (String) -> Void)?
    /// Whether the file is watched for others' commits.
    public var watchesOtherProcesses = true
    /// How long after opening its rows are followed, unless another program writes earlier. Following begins with a
    /// walk through the inner pages of each table, which would delay a first screen.
    public var followsAfter: Duration = .zero

    /// Makes a configuration with the default values.
    public init() {}
  }
}
