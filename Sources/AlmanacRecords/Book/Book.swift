// Opens or creates the file with facts and users.
public import Activities
public import Databases
import LiveQueries
import StructuredQueries

/// A file with facts and users.
public enum Book {
  /// How a book is opened.
  public struct Options: Sendable {
    /// The initial content of a new book.
    public enum Beginning: Hashable, Sendable {
      /// The samples.
      case samples
      /// No records.
      case empty
    }

    /// Whether to create a missing file.
    public var creates = false
    /// The initial content; nil leaves a book as it is. `.samples` is refused for a book with records.
    public var beginning: Beginning?
    /// Whether to open the file only for reading.
    public var isReadOnly = false
    /// Whether to open another program's database too, unchanged; samples are only for books.
    public var acceptsAnyDatabase = false
    /// Whether to open a book like any other database: even an outdated one, without its search.
    public var ignoresBooks = false
    /// The time to wait for another program's lock; nil waits until it is released or the task is cancelled.
    public var patience: Duration? = .seconds(5)
    /// Called for each change of the connection's status, on the thread that makes it, from the start of opening.
    public var statusChanged: (@Sendable (FileStatus) -> Void)?
    /// Called when a book has been created at the path.
    public var made: (@Sendable () -> Void)?
    /// Whether to watch the file: for commits of other programs, which are otherwise only seen on request, and for
    /// another file that replaces it.
    public var watchesOtherProcesses = true
    /// The time after opening until rows are observed, unless another program writes before.
    public var followsAfter: Duration = .zero
    /// Counts the work in progress, so that a caller can wait for it.
    public var activity = Activity()
    /// Called for each statement, on the thread that runs it.
    public var trace: (@Sendable (String) -> Void)?

    /// Makes the usual options.
    public init() {}
  }

  /// Opens the book at `path`. Throws `BookError` with a sentence for a person, and `CancellationError` if the task is
  /// cancelled before the book is open.
  public static func open(path: String, _ options: Options = Options()) async throws -> SQLiteConnection {
    try await openFile(path: path, options).connection
  }

  /// The same, for any file. `isBook`: whether the file is a book; then its tables are known.
  public static func openFile(
    path: String, _ options: Options = Options()
  ) async throws -> (connection: SQLiteConnection, isBook: Bool) {
    var options = options
    let isNew = try isNew(path: path, creates: options.creates && !options.isReadOnly)
    if isNew, try await make(path: path, options) {
      options.beginning = nil
      options.made?()
    }
    let isBook = options.ignoresBooks ? false : try await isBook(path: path, options)
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

  /// Creates the book at `path`, if there is no file or an empty one. It takes a single transaction, so that a
  /// program that is killed or finds the disk full has created nothing. It uses a rollback journal, because the switch
  /// to write-ahead mode would be another transaction. If another program is faster, its book stays unchanged. Returns
  /// whether the book was created here.
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

  /// Creates a book in an empty database. Returns false if the database is not empty.
  static func fill(_ connection: SQLiteConnection, _ options: Options) async throws -> Bool {
    try await connection.write { db in
      guard try SQLQuery<Int>("SELECT count(*) FROM sqlite_schema").fetchOne(db) == 0 else { return false }
      try BookSchema.migrator.migrate(db)
      if options.beginning == .samples { try Samples.insert(db) }
      return true
    }
  }

  /// Runs `body`, and converts its errors to errors that name the book at `path`.
  static func saying<R>(_ path: String, _ body: () async throws -> R) async throws -> R {
    do {
      return try await body()
    } catch let error as DatabaseError {
      // If the log can't be looked for, the error does not mention one.
      let hasLog = (try? SQLiteConnection.hasLog(path: path)) ?? false
      throw error.isCantOpen && hasLog
        ? BookError.unreadableLog(path: path) : BookError.unreadable(path: path, error)
    } catch let error as MigrationError {
      throw BookError.laterVersion(path: path, error)
    }
  }

  /// Whether the file is a book rather than another program's database. Nothing is written.
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

  /// Returns the connection to the book at `path`, brought up to date. On an error it closes the connection.
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
    // On the open connection and in one read: no screen appears before.
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
