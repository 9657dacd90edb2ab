// Prints each record that appears, changes or disappears on standard output.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Dispatch
import Glibc
import LiveResults
import Locks
import StructuredQueries

enum WatchCommand: Verb {
  static let name = "watch"
  static let options = BookFile.readingArguments + [.all, .flag("sql"), .flag("undo-sql"), .value("query"), .parameter]

  static let usage = ["watch [TABLE…] [--sql | --undo-sql] [--all]", "watch --query SQL [--param NAME=VALUE...]"]

  static let help = """
    Follows an SQLite file, or some of its tables and views, and prints a line of JSON for each record that appears,
    changes or goes, whichever program wrote it:

      {"change":"insert|update|delete","table":"users","key":{"id":7},"old":{...},"new":{...},"commit":1}

    The lines of one commit have the same number and come together, in an order that is right line by line; a record whose
    unique value goes round in a circle is a deletion and an insertion, with "exchanged":true. An insert has no old, a
    delete no new. Values are those of show --json. What was taken back inside a transaction is not there, and a record
    that a transaction changed twice is one line. Where Almanac can't know the rows, it says why, and goes on with the next
    commit:

      {"change":"unknown","reason":"the log was restarted","commit":2}

    If Almanac does not know the rows of one table, the line names the table: only the program's own module or function
    can read them, or the commit made the table again or renamed a column.

    A table, index, view or trigger that a commit made, changed or dropped has a line with the statements before and
    after; --sql and --undo-sql print one for what was made or dropped, and a comment for what was changed:

      {"change":"schema","type":"table","name":"users","table":"users","old":"CREATE...","new":"CREATE...","commit":3}

    The rows come from the pages that were written: a commit costs what it wrote, however large the table is. If a program
    commits thousands of times a second, neighbouring commits become one. A file with a rollback journal is compared with
    a copy of its pages in memory, up to 64 MB; of a larger one, only its commits are known. Such a file keeps no earlier
    state: commits that follow one another within milliseconds have one number, and their rows come as one change. If you
    name a view, a table of a module or one of SQLite's own, Almanac compares its records: their lines have no commit, and
    the watch ends if they hold more than 64 MB. The watch ends when its reader goes, when the file is gone, damaged or
    replaced, and by Ctrl-C.

    With --query it follows the result of one SELECT instead, and prints how the result changes, without table and key:

      {"change":"insert|update|delete","old":{...},"new":{...},"commit":1}

    Almanac keeps most results at the cost of each change: filters, joins, groups, DISTINCT, UNION, EXISTS, IN, orders
    with LIMIT, and subqueries of these. It runs other queries again after a commit that concerns them, at most a tenth
    of the time, and says so on a terminal. A row is updated if it comes from the same rows of the tables, or is of the
    same group. If the query can't run any more, because a table was dropped, a line of "unknown" says why; the watch
    goes on when a later commit mends that. The result may take 64 MB.

      --query SQL     follow the result of this SELECT, which only reads the file
    \(Arguments.Option.helpOfParameter)
      --sql           statements that make the same changes elsewhere, a line each
      --undo-sql      statements that take the changes back: run them in the opposite order, the last line first
                      (.dbconfig enable_trigger off keeps triggers from doing twice what they have done here;
                      .dbconfig defensive off lets a search index come back, byte by byte;
                      PRAGMA foreign_keys = off lets rows come before the rows that they name)
    \(Arguments.Option.helpOfAll)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --read-only     change nothing; leave an older book as it is
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let form = try WatchOutput.Form(arguments)
    let file = try BookFile(arguments, isFollowed: true, acceptsAny: true)
    let (names, showsAll, query) = (arguments.words, arguments.has("all"), arguments.value("query"))
    if query != nil, !names.isEmpty || form != .json || showsAll {
      throw UsageError("--query takes no table and none of --sql, --undo-sql and --all.")
    }
    if query == nil, arguments.has("param") { throw UsageError("--param is for --query.") }
    let parameters = try query.map(arguments.parameters) ?? [:]
    try await follow(file) { connection in
      try await watch(
        names, form, showsAll: showsAll, query.map { QueryWatch($0, with: parameters, connection) }, connection)
    }
  }

  /// Opens a file that is followed by `body`, which returns the signal that ended it.
  static func follow(
    _ file: BookFile, as name: String = name, _ body: @escaping @Sendable (SQLiteConnection) async throws -> Int32?
  ) async throws {
    let signal = try await file.read { connection in
      if let error = connection.frozenBy {
        let reason = error.isFull ? "the disk is full" : "its folder can't be written"
        throw CommandFailure("\(file.path) can't be followed: it is frozen, since \(reason).")
      }
      do {
        return try await body(connection)
      } catch let error as DatabaseError where !error.isBusy {
        throw CommandFailure(
          "\(file.path) can't be read: \(sentence(error)). The \(name) ends: start it again when the file can be read.")
      }
    }
    if let signal { EndingSignals.pass(on: signal) }
  }

  /// Why a watch ends.
  private enum Ending {
    case signal(Int32)
    case readerGone
    case failure(any Error)
  }

  /// Watches until a signal comes, the reader goes away, or something fails. Returns the signal; `nil` if the reader
  /// went away.
  private static func watch(
    _ names: [String], _ form: WatchOutput.Form, showsAll: Bool, _ query: QueryWatch?, _ connection: SQLiteConnection
  ) async throws -> Int32? {
    let tables = try await connection.read { db in try names.map { try FileTable($0, showsAll: showsAll, db) } }
    let compared = tables.filter { !$0.isFollowedByRows(form) }
    if form != .json, let table = compared.first {
      throw UsageError(
        "\(table.table.name) is a view, or a table of SQLite itself: its changes can't be told in SQL.")
    }
    let output = WatchOutput(form, tables, connection)
    return try await untilEnded(connection, endsWithReader: true) {
      if let query { return try await query.run(began: sayBegan) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for table in compared {
          group.addTask {
            try await TableWatch(table.table, in: connection).run { try await output.write($0, of: table) }
          }
        }
        if compared.count < max(tables.count, 1) {
          group.addTask {
            try await CommitStream(connection).run {
              guard StandardStreams.isTerminal else { return }
              let what = tables.isEmpty ? "the file" : tables.map(\.table.name).inWords
              StandardStreams.complain("Watching \(what); Ctrl-C ends.")
            } _: {
              try await output.write($0)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// Follows a file until a signal comes, `body` fails, or the file is lost. Returns the signal; `nil` if the reader of
  /// standard output went away. `endsWithReader`: whether that ends it. `finish` runs after a signal, before the end.
  static func untilEnded(
    _ connection: SQLiteConnection, endsWithReader: Bool, _ body: @escaping @Sendable () async throws -> Void,
    finish: () async throws -> Void = {}
  ) async throws -> Int32? {
    let ending = FirstValue<Ending>()
    let signals = EndingSignals { ending.give(.signal($0)) }
    defer { signals.cancel() }
    if endsWithReader { try StandardStreams.whenReaderGoes { ending.give(.readerGone) } }
    let observation = followStatus(of: connection) { ending.give(.failure(CommandFailure($0))) }
    defer { withExtendedLifetime(observation) {} }
    let task = Task {
      do { try await body() } catch { ending.give(.failure(error)) }
    }
    defer { task.cancel() }
    switch await ending.value {
    case .signal(let number):
      try await finish()
      return number
    case .readerGone: return nil
    case .failure(let error): throw error
    }
  }

  /// Says why the watch is not live, each time that it ends to be, and calls `ends` with a sentence if the file is lost.
  private static func followStatus(
    of connection: SQLiteConnection, _ ends: @escaping @Sendable (String) -> Void
  ) -> StatusObservation {
    let wasLive = Lock(true)
    let look: @Sendable () -> Void = {
      let status = connection.status
      if let what = lossOfFile(status.condition) { ends(what) }
      let isNews = wasLive.withLock { wasLive in
        defer { wasLive = status.isLive }
        return wasLive && !status.isLive
      }
      guard isNews, let path = connection.path else { return }
      for sentence in status.whyNotLive(path) { StandardStreams.complain(sentence) }
    }
    let observation = connection.observeStatus(look)
    // The file may have been replaced since it was opened.
    look()
    return observation
  }

  /// Says on a terminal that a watch of a query has begun, and how its result is kept.
  @Sendable private static func sayBegan(_ upkeep: Upkeep) {
    guard StandardStreams.isTerminal else { return }
    let how =
      switch upkeep {
      case .live: "kept at the cost of each change"
      case .constant: "constant, because it reads no table"
      case .again(let reason): "run again after each commit that concerns it (\(reason))"
      }
    StandardStreams.complain("Watching the query, which is \(how); Ctrl-C ends.")
  }

  /// Why a watch of the file ends, as a sentence; `nil` while the file is present.
  private static func lossOfFile(_ condition: FileStatus.Condition) -> String? {
    switch condition {
    case .present: nil
    case .deleted: "The file is no longer there; the watch ends. Put it back, and start the watch again."
    case .damaged: "The file is damaged or replaced; the watch ends. Put a sound copy in its place, and start it again."
    case .replaced: "Another file has taken its place; the watch ends. Start it again to watch that one."
    }
  }
}
