// The reasons why the feed can't tell which rows changed.

/// The reason why the rows that a commit changed are unknown.
public enum UnknownReason: Hashable, Sendable, Error, CustomStringConvertible {
  /// The log was restarted before all of its commits were read.
  case logRestarted
  /// A checkpoint has overwritten the old pages.
  case overwritten
  /// The file has no pages, or had none before.
  case empty
  /// A page, a count or a pointer in the file is invalid, or the pages are of different files.
  case damaged
  /// The file can't be read.
  case unreadable
  /// The values of the change exceed the feed's limit.
  case tooLarge
  /// VACUUM has written the whole file, and the rows with new rowids exceed the feed's limit.
  case renumbered
  /// The file is not in write-ahead mode, and there is no private copy of its pages.
  case journalMode
  /// The file changed its journal mode.
  case modeChanged
  /// The file changed the size of its pages.
  case pageSizeChanged
  /// A program has written pages into the file without counting a commit, and there is no private copy of the pages.
  case uncounted
  /// Another program keeps readers out.
  case busy

  /// The reason as a part of a sentence.
  public var description: String {
    switch self {
    case .logRestarted: "the log was restarted"
    case .overwritten: "a checkpoint overwrote the old pages"
    case .empty: "the file is empty, or was before"
    case .damaged: "the file is damaged, or another one was copied over it"
    case .unreadable: "the file can't be read"
    case .tooLarge: "the change is too large"
    case .renumbered: "VACUUM may have given rows new rowids"
    case .journalMode: "the file is not in write-ahead mode"
    case .modeChanged: "the file changed its journal mode"
    case .pageSizeChanged: "the file changed the size of its pages"
    case .uncounted: "a program copied pages into the file past SQLite"
    case .busy: "another program keeps readers out"
    }
  }
}
