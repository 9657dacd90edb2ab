// Why the feed can't say which rows changed.

/// Why the rows that a commit changed are unknown.
public enum UnknownReason: Hashable, Sendable, Error, CustomStringConvertible {
  /// The log was restarted, and commits in it were not read before.
  case logRestarted
  /// A checkpoint wrote over the pages as they were before the commit.
  case overwritten
  /// The file has no pages, or had none before.
  case empty
  /// A page, a count or a pointer in the file can't be right, or the pages are not of one file.
  case damaged
  /// The file can't be read.
  case unreadable
  /// The values of the change are more than the feed may hold at once.
  case tooLarge
  /// VACUUM wrote the whole file, and the rows with new rowids are more than the feed may hold at once.
  case renumbered
  /// The file is not in write-ahead mode, and there is no private copy of its pages.
  case journalMode
  /// The file changed its journal mode.
  case modeChanged
  /// The file changed the size of its pages.
  case pageSizeChanged
  /// A program has written pages into the file and counted no commit, and there is no private copy of the pages.
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
