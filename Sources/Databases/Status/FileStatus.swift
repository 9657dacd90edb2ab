// Problems between a connection and its file: another program's lock, or another file in its place.

/// The status of a connection and its file.
public struct FileStatus: Hashable, Sendable {
  /// The kinds of work that wait for another connection's lock.
  public struct Waiting: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// A set of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A read waits.
    public static let read = Waiting(rawValue: 1)
    /// A write waits.
    public static let write = Waiting(rawValue: 2)
    /// The opening of the file, or of one that has replaced it, waits.
    public static let opening = Waiting(rawValue: 4)
  }

  /// What has happened to the file at the path.
  public enum Condition: Hashable, Sendable {
    /// The opened file is at its path.
    case present
    /// Nothing is at the path any more. The open file can still be read; nothing is written.
    case deleted
    /// Another file is at the path; each change of it is a condition of its own. The open file can still be read;
    /// nothing is written.
    case replaced(by: FileVersion)
    /// SQLite has found the file damaged, in itself or because another program has overwritten it. Nothing is written.
    case damaged
  }

  /// The work that has waited for more than a moment.
  public var waiting: Waiting = []
  /// What has happened to the file.
  public var condition = Condition.present
  /// Whether nothing can be written, because the caller asked for that or the file does not allow it.
  public var isReadOnly = false
  /// Whether the reason is that the file's folder, where SQLite keeps the journal of a write, may not be written.
  public var isJournalRefused = false
  /// The error of the first read or write that the system or a missing lock has made fail.
  public var failure: DatabaseError?
  /// Whether Litestream keeps the file as a copy and it is in write-ahead mode: Litestream then waits until no
  /// connection has it open.
  public var keepsLitestreamOut = false
  /// The process that waits until no program has the file open, as last found; nil if there is none. 0 or less if the
  /// system does not tell which.
  public var keptOut: Int?

  /// Whether no program is kept from writing to the file.
  public var isLive: Bool { !keepsLitestreamOut && keptOut == nil }

  /// A status in which the file is at its path, and nothing waits.
  public init() {}
}
