// The bench's books, kept between runs in a separate folder.
import AlmanacRecords
import CSQLite
import Databases
import Glibc
import Harnesses

/// A book with a number of facts and as many users.
struct ScratchBook {
  let path: String
  let rows: Int

  /// The book of `rows` facts and users in `folder`, created if it does not exist.
  static func make(rows: Int, in folder: String) async throws -> ScratchBook {
    let book = ScratchBook(path: "\(folder)/book-\(rows).db", rows: rows)
    guard access(book.path, F_OK) != 0 else { return book }
    say("Making a book of \(rows) facts and as many users, once: about a minute for a million.")
    let unfinished = book.path + ".unfinished"
    for suffix in ["", "-wal", "-shm"] { unlink(unfinished + suffix) }
    var options = Book.Options()
    options.creates = true
    let connection = try await Book.open(path: unfinished, options)
    await connection.close()
    try fill(unfinished, rows: rows)
    rename(unfinished, book.path)
    return book
  }

  /// Fills both tables without the search triggers, then builds the indexes at once.
  private static func fill(_ path: String, rows: Int) throws {
    let writer = try OutsideWriter(path)
    try writer.run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-262144; BEGIN")
    let triggers = try writer.texts("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    for name in try writer.texts("SELECT name FROM sqlite_master WHERE type = 'trigger'") {
      try writer.run("DROP TRIGGER \(name)")
    }
    let time = "'2024-01-02 03:04:05.678'"
    try writer.insert("INSERT INTO facts(id, body, createdAt) VALUES (?, ?, \(time))", rows) { [BookText.body($0)] }
    try writer.insert("INSERT INTO users(id, name, email, createdAt) VALUES (?, ?, ?, \(time))", rows) {
      [BookText.name($0), BookText.email($0)]
    }
    for index in ListedTable.ofBook.compactMap(\.style.search.index) {
      // Fewer and larger segments need less merging.
      try writer.run("INSERT INTO \(index.name)(\(index.name), rank) VALUES ('hashsize', 67108864)")
      try writer.run(index.fill)
      try writer.run("INSERT INTO \(index.name)(\(index.name), rank) VALUES ('hashsize', 1048576)")
    }
    // The floor's own word index, the fastest that SQLite has.
    try writer.run(
      """
      CREATE VIRTUAL TABLE floor_words USING fts5(body, content='facts', content_rowid='id', tokenize='unicode61',
        prefix='1 2 3');
      INSERT INTO floor_words(floor_words) VALUES ('rebuild');
      """)
    for trigger in triggers { try writer.run(trigger) }
    try writer.run("COMMIT; PRAGMA journal_mode=WAL")
  }

  /// A book whose writer died and left a log of 300 MB: copies of the files while it was alive.
  static func makeCrashed(in folder: String) async throws -> ScratchBook {
    let small = try await make(rows: 20_000, in: folder)
    let crashed = ScratchBook(path: folder + "/crashed.db", rows: small.rows)
    guard access(crashed.path, F_OK) != 0 else { return crashed }
    let living = folder + "/living.db"
    try copy(small.path, to: living)
    let writer = try OutsideWriter(living)
    try writer.run("PRAGMA wal_autocheckpoint=0; PRAGMA synchronous=OFF")
    while size(of: living + "-wal") < 300_000_000 {
      try writer.run("UPDATE facts SET createdAt = strftime('%Y-%m-%d %H:%M:%f', createdAt, '1 second')")
    }
    try copy(living + "-wal", to: crashed.path + "-wal")
    try copy(living, to: crashed.path)
    writer.close()
    for suffix in ["", "-wal", "-shm"] { unlink(living + suffix) }
    return crashed
  }

  /// Copies the book's file and its log, if there is one.
  func copied(to path: String) throws -> ScratchBook {
    for suffix in ["-wal", "-shm", ""] {
      unlink(path + suffix)
      if suffix != "-shm", access(self.path + suffix, F_OK) == 0 {
        try Self.copy(self.path + suffix, to: path + suffix)
      }
    }
    return ScratchBook(path: path, rows: rows)
  }

  /// Removes the book's files.
  func remove() { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }

  /// The size of the log, in bytes.
  var logSize: Int { Self.size(of: path + "-wal") }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func copy(_ source: String, to target: String) throws {
    let (input, output) = (
      open(source, O_RDONLY | O_CLOEXEC), open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    )
    defer {
      close(input)
      close(output)
    }
    guard input >= 0, output >= 0 else { throw Trouble("\(source) can't be copied to \(target).") }
    while sendfile(output, input, nil, 1 << 30) > 0 {}
  }
}

/// Another program's connection to a book.
final class OutsideWriter {
  private var handle: OpaquePointer?

  init(_ path: String, creates: Bool = false) throws {
    let flags = SQLITE_OPEN_READWRITE | (creates ? SQLITE_OPEN_CREATE : 0)
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
      throw Trouble("\(path) can't be opened.")
    }
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { close() }

  func close() {
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// Runs statements; throws their error.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// The texts of the first column.
  func texts(_ sql: String) throws -> [String] {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW { texts.append(String(cString: sqlite3_column_text(statement, 0))) }
    return texts
  }

  /// Runs an insert for each number from 1 on, which is its first value; `texts` returns the others.
  func insert(_ sql: String, _ count: Int, _ texts: (Int) -> [String]) throws {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    for number in 1...count {
      sqlite3_bind_int64(statement, 1, Int64(number))
      for (place, text) in texts(number).enumerated() {
        _ = csqlite_bind_text(statement, Int32(place + 2), text, sqlite3_uint64(text.utf8.count), UInt8(SQLITE_UTF8))
      }
      guard sqlite3_step(statement) == SQLITE_DONE else { throw failure(sql) }
      sqlite3_reset(statement)
    }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else { throw failure(sql) }
    return statement
  }

  private func failure(_ sql: String) -> Trouble {
    Trouble("\(String(cString: sqlite3_errmsg(handle))): \(sql)")
  }
}

/// Prints progress to standard error; only the table goes to standard output.
func say(_ sentence: String) {
  let text = Array((sentence + "\n").utf8)
  _ = write(STDERR_FILENO, text, text.count)
}
