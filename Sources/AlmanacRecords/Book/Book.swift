// Opens the file that holds facts and users, or makes it.
public import Activities
public import Databases
import LiveQueries
import StructuredQueries

/// A file with facts and users.
public enum Book {
  /// How a book is opened.
  public struct Options: Sendable {
    /// What a book without records begins with.
    public enum Beginning: Hashable, Sendable {
      /// Begins with the samples.
      case samples
      /// Begins without records.
      case empty
    }

    /// Whether a file that isn't there is made.
    public var creates = false
    /// `.samples` is refused on a book that has records; `nil` leaves a book as it is.
    public var beginning: Beginning?
    /// Whether the file is only read.
    public var isReadOnly = false
    /// Whether another program's database is opened too, as it stands; samples are for books alone.
    public var acceptsAnyDatabase = false
    /// How long to wait for a lock that another program holds; `nil` waits until it goes, or the task is cancelled.
    public var patience: Duration? = .seconds(5)
    /// Hears of each change of the connection's status, on the thread that makes it, from the first moment of opening.
    public var statusChanged: (@Sendable (FileStatus) -> Void)?
    /// Called when a book has been made at the path.
    public var made: (@Sendable () -> Void)?
    /// Whether the file is watched: for the commits of other programs, which are otherwise seen when they are looked
    /// for, and for a file that takes this one's place.
    public var watchesOtherProcesses = true
    /// How long the file is open before its rows are followed, unless another program writes before.
    public var followsAfter: Duration = .zero
    /// Counts what is under way, so that it can be waited for.
    public var activity = Activity()
    /// Hears of each statement, on the thread that runs it.
    public var trace: (@Sendable (String) -> Void)?

    /// Makes the options of the application.
    public init() {}
  }

  /// Opens the book at `path`. Throws `BookError` with a sentence for a person; `CancellationError` when the task is
  /// cancelled before the book is open.
  public static func open(path: String, _ options: Options = Options()) async throws -> SQLiteConnection {
    try await openFile(path: path, options).connection
  }

  /// The same, and tells whether the file is a book. Where it is, its tables are known.
  public static func openFile(
    path: String, _ options: Options = Options()
  ) async throws -> (connection: SQLiteConnection, isBook: Bool) {
    var options = options
    let isNew = try isNew(path: path, creates: options.creates && !options.isReadOnly)
    if isNew, try await make(path: path, options) {
      options.beginning = nil
      options.made?()
    }
    let isBook = try await isBook(path: path, options)
    guard isBook || options.acceptsAnyDatabase && options.beginning != .samples else {
      throw isEmpty(path: path) ? BookError.empty(path: path) : BookError.foreign(path: path)
    }

    var configuration = SQLiteConnection.Configuration()
    configuration.isReadOnly = options.isReadOnly
    configuration.createsFile = false
    configuration.journal = isNew ? .wal : .kept
    configuration.busyTimeout = options.patience
    configuration.statusChanged = options.statusChanged
    configuration.watchesOtherProcesses = options.watchesOtherProcesses
    configuration.followsAfter = options.followsAfter
    configuration.activity = options.activity
    configuration.trace = options.trace
    configuration.keepsLog = !isBook
    if isBook { configuration.prepare = BookSchema.prepare }
    return try await saying(path) {
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      return (isBook ? try await prepared(connection, path: path, options) : connection, isBook)
    }
  }

  /// Makes the book at `path`, where there is nothing. All of it is one transaction: a program that is stopped at it, or
  /// finds the disk full, has made nothing. It uses a rollback journal, because the step into write-ahead mode would be
  /// a transaction of its own. If another program is faster, its book stays as it is. Returns whether it was made here.
  private static func make(path: String, _ options: Options) async throws -> Bool {
    var configuration = SQLiteConnection.Configuration()
    configuration.watchesOtherProcesses = false
    configuration.busyTimeout = options.patience
    configuration.statusChanged = options.statusChanged
    configuration.activity = options.activity
    configuration.trace = options.trace
    return try await saying(path) {
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      do {
        let isMade = try await fill(connection, options)
        await connection.close()
        return isMade
      } catch {
        await connection.close()
        throw error
      }
    }
  }

  /// Makes a book in an empty database. Returns whether it was one.
  static func fill(_ connection: SQLiteConnection, _ options: Options) async throws -> Bool {
    try await connection.write { db in
      guard try SQLQuery<Int>("SELECT count(*) FROM sqlite_schema").fetchOne(db) == 0 else { return false }
      try BookSchema.migrator.migrate(db)
      if options.beginning == .samples { try Samples.insert(db) }
      return true
    }
  }

  /// Runs `body`; its errors then name the book at `path`.
  static func saying<R>(_ path: String, _ body: () async throws -> R) async throws -> R {
    do {
      return try await body()
    } catch let error as DatabaseError {
      // If we can't find out whether there is a log, the error mentions none.
      let hasLog = (try? SQLiteConnection.hasLog(path: path)) ?? false
      throw error.isCantOpen && hasLog
        ? BookError.unreadableLog(path: path) : BookError.unreadable(path: path, error)
    } catch let error as MigrationError {
      throw BookError.laterVersion(path: path, error)
    }
  }

  /// Whether the file is a book, and not another program's database. Nothing is written: it stays as it is, byte for
  /// byte.
  private static func isBook(path: String, _ options: Options) async throws -> Bool {
    switch BookHeader.verdict(path: path) {
    case .book: return true
    case .foreign: return false
    case .undecided: break
    }
    var configuration = SQLiteConnection.Configuration()
    configuration.isReadOnly = true
    configuration.watchesOtherProcesses = false
    configuration.busyTimeout = options.patience
    configuration.statusChanged = options.statusChanged
    do {
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      let rows: [Row]
      do {
        rows = try await connection.query("PRAGMA application_id")
      } catch {
        await connection.close()
        throw error
      }
      await connection.close()
      try Task.checkCancellation()
      return rows.first?[0] == .integer(BookSchema.applicationID)
    } catch let error as DatabaseError {
      throw BookError.unreadable(path: path, error)
    }
  }

  /// The connection to the book at `path`, which is up to date now; closes it where that can't be.
  static func prepared(
    _ connection: SQLiteConnection, path: String, _ options: Options
  ) async throws -> SQLiteConnection {
    do {
      try await prepare(connection, path: path, options)
    } catch {
      await connection.close()
      throw error
    }
    return connection
  }

  private static func prepare(
    _ connection: SQLiteConnection, path: String, _ options: Options
  ) async throws {
    // On the connection that is open, and all at once: no screen is there before.
    let isReadOnly = connection.isReadOnly
    var tellsRecordsApart = try await connection.readOnWriter { db -> Bool? in
      if isReadOnly {
        try BookSchema.check(db, path: path)
      } else if try !BookSchema.migrator.pending(db).isEmpty {
        return nil
      }
      return try BookSchema.tellsRecordsApart(db)
    }
    if tellsRecordsApart == nil {
      try await BookSchema.migrator.migrate(connection)
      tellsRecordsApart = try await connection.read(BookSchema.tellsRecordsApart)
    }
    guard tellsRecordsApart == true else { throw BookError.foreign(path: path) }
    guard options.beginning == .samples else { return }
    let isFilled = try await connection.write { db in
      let hasRecords = try SQLQuery<Bool>("SELECT EXISTS (SELECT 1 FROM facts) OR EXISTS (SELECT 1 FROM users)")
        .fetchOne(db)
      guard hasRecords == false else { return false }
      try Samples.insert(db)
      return true
    }
    guard isFilled else { throw BookError.notEmpty(path: path) }
  }
}
