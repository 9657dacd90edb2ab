// How a database is opened.

public import Activities

extension SQLiteConnection {
  /// What happens to the file's journal.
  public enum Journal: Hashable, Sendable {
    /// What the file has is kept.
    case kept
    /// The file is put into write-ahead mode, which lasts, unless there is no room for the step.
    case wal
  }

  /// How a database is opened.
  public struct Configuration: Sendable {
    /// Whether nothing is to be written.
    public var isReadOnly = false
    /// Whether a missing file is made; otherwise it is an error.
    public var createsFile = true
    /// What happens to the file's journal.
    public var journal = Journal.kept
    /// Whether a log that lay beside the file when it was opened, and was not written since, stays there when the file is
    /// closed: another program has left it. Otherwise the last to close the file works the log into it.
    public var keepsLog = false
    /// How many reads may run at a time. Connections are opened when they are first needed.
    public var readerCount = 3
    /// How long to wait for a lock that another connection holds; `nil` waits until it goes (see `waitForLocks`).
    public var busyTimeout: Duration? = .seconds(5)
    /// Hears of each change of the connection's `status`, on the thread that makes it, from the first moment of
    /// opening.
    public var statusChanged: (@Sendable (FileStatus) -> Void)?
    /// Counts what is under way.
    public var activity = Activity()
    /// Prepares each connection, on its queue: functions, pragmas, temporary tables.
    public var prepare: (@Sendable (Database) throws -> Void)?
    /// Hears of each statement that is run, on its connection's queue; of our own (BEGIN, PRAGMA) it does not.
    public var trace: (@Sendable (String) -> Void)?
    /// Whether the file is watched for the commits of others.
    public var watchesOtherProcesses = true
    /// How long it is opened before its rows are followed, unless another program writes before: that begins with a walk
    /// through the inner pages of each table, which a first screen would wait for.
    public var followsAfter: Duration = .zero

    /// Makes a configuration with the values above.
    public init() {}
  }
}
