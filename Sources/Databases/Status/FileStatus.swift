// What stands between a connection and its file: a lock of another program, or that the file is not the one that was
// opened.

/// How a connection and its file stand to one another.
public struct FileStatus: Hashable, Sendable {
  /// What waits for a lock of another connection.
  public struct Waiting: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// A set of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A read waits.
    public static let read = Waiting(rawValue: 1)
    /// A write waits.
    public static let write = Waiting(rawValue: 2)
    /// The opening of the file, or of one that has taken its place, waits.
    public static let opening = Waiting(rawValue: 4)
  }

  /// What has become of the file under its name.
  public enum Condition: Hashable, Sendable {
    /// It stands where it was opened.
    case present
    /// Nothing stands there any more. What was open can still be read; nothing is written.
    case deleted
    /// Another file stands there: each change of that is a condition of its own. What was open can still be read;
    /// nothing is written.
    case replaced(by: FileVersion)
    /// SQLite has found it damaged: in itself, or since another program has written over it. Nothing is written.
    case damaged
  }

  /// What has waited for more than a moment.
  public var waiting: Waiting = []
  /// What has become of the file.
  public var condition = Condition.present
  /// Whether nothing can be written: because it was asked for, or because the file does not allow it.
  public var isReadOnly = false
  /// Whether that is because the folder of the file may not be written, in which SQLite keeps the journal of a write.
  public var isJournalRefused = false
  /// Why the first read or write was not done that the system, or a lock which did not come, has kept from it.
  public var failure: DatabaseError?
  /// Whether Litestream keeps the file as a copy in write-ahead mode: it waits until no connection has it open.
  public var keepsLitestreamOut = false
  /// The process that waits until no program has the file open, as it was last found; `nil` where none does. 0 or less
  /// where the system does not tell which.
  public var keptOut: Int?

  /// Whether nothing keeps a program from writing to the file.
  public var isLive: Bool { !keepsLitestreamOut && keptOut == nil }

  /// The file stands where it was opened, and nothing waits.
  public init() {}
}
