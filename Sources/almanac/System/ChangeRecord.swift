// A record of the changes of a file, which a kill at any moment leaves readable.
//
//   RECORD: which file it is of ── a mark ── the lines of a commit, a mark ── the lines of the next one, a mark ── ...
//   start ─> what follows the last mark is taken off ─> a line says what was not recorded, a mark
//   too long ─> RECORD.new begins ─> RECORD becomes RECORD.1 ─> RECORD.new becomes RECORD
//   killed between the two: RECORD.new becomes RECORD at the next start
import AlmanacFeatures
import AlmanacRecords
import Glibc

/// The file of a record. One program at a time writes it.
actor ChangeRecord {
  /// How long a record may become, and how many former ones are kept.
  struct Limits: Sendable {
    var byteCount: Int
    var formerCount: Int
  }

  private let path: String
  /// The first line.
  private let head: String
  private let form: WatchOutput.Form
  private let limits: Limits
  private var file: Int32
  private var byteCount: Int
  /// The number of the last recorded commit.
  nonisolated let number: Int
  /// When it was recorded; nil in a new record.
  private let lastMoment: String?

  /// Opens or makes the record of the database at `database`. Throws `CommandFailure`.
  init(_ path: String, of database: String, _ form: WatchOutput.Form, _ limits: Limits) throws {
    let head = try Self.head(of: database, form)
    let names = [path, path + ".new"] + (1...max(1, limits.formerCount)).map { "\(path).\($0)" }
    for end in ["", "-wal", "-shm", "-journal"] {
      if let name = names.first(where: { Self.place(of: $0) == Self.place(of: database + end) }) {
        throw CommandFailure("\(name) belongs to the database: name another file with --to.")
      }
    }
    // Rotating would write over them.
    for name in names.dropFirst() where access(name, F_OK) == 0 { try Self.require(head, of: name) }
    if access(path, F_OK) != 0, access(path + ".new", F_OK) == 0 { try Self.rename(path + ".new", to: path) }
    let opened = try Self.opened(path)
    do {
      var status = stat()
      guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw CommandFailure("\(path) is no file: name another one with --to.")
      }
      if status.st_size > 0 { try Self.require(head, of: path) }
      guard fchmod(opened, 0o600) == 0 else { throw Self.failure(path) }
      let mark = try Self.lastMark(in: opened, Int(status.st_size), form)
      let end = mark?.end ?? 0
      guard ftruncate(opened, off_t(end)) == 0 else { throw Self.failure(path) }
      (self.path, self.head, self.form, self.limits, file, byteCount) = (path, head, form, limits, opened, end)
      (number, lastMoment) = (mark?.number ?? 0, mark?.moment)
    } catch {
      close(opened)
      throw error
    }
  }

  /// Opens the record, which no other program writes from then on.
  private static func opened(_ path: String) throws -> Int32 {
    while true {
      let opened = try open(path, O_CREAT)
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        close(opened)
        throw CommandFailure("Another almanac record writes \(path): name another file with --to, or end that one.")
      }
      var (mine, present) = (stat(), stat())
      // The other one may have begun a new record in between.
      if fstat(opened, &mine) == 0, stat(path, &present) == 0, mine.st_ino == present.st_ino { return opened }
      close(opened)
    }
  }

  deinit { close(file) }

  /// Begins to record: from now on each commit is certain to come. Says what nobody has recorded. `count`: SQLite's count of
  /// the file's commits before.
  func begin(after count: UInt32?) throws {
    let now = Timestamp(secondsSince1970: ScreenClock.present).text
    var text = OutputText(to: file)
    guard let lastMoment else {
      try text.write(head)
      return try finish(number, count, text, at: now)
    }
    let reason = "nothing was recorded from \(lastMoment) to \(now)"
    try WatchOutput.write(reason, of: nil, number, form, to: &text)
    try finish(number, count, text, at: now)
  }

  /// Writes the lines of commits up to a number, with SQLite's count of the file's commits after them. Throws
  /// `CommandFailure`: then they are not in the record.
  func write(_ number: Int, _ count: UInt32?, _ body: (inout OutputText) throws -> Void) throws {
    var text = OutputText(to: file)
    do { try body(&text) } catch { throw failure(error) }
    try finish(number, count, text, at: Timestamp(secondsSince1970: ScreenClock.present).text)
    if byteCount > limits.byteCount { try rotate(after: number, count) }
  }

  private func finish(_ number: Int, _ count: UInt32?, _ text: OutputText, at moment: String) throws {
    var text = text
    do {
      try text.write(Self.mark(number, count, moment, form))
      try text.flush()
    } catch {
      throw failure(error)
    }
    byteCount = Int(lseek(file, 0, SEEK_END))
  }

  /// The error of a write. The next start takes the broken end off.
  private func failure(_ error: any Error) -> CommandFailure {
    CommandFailure("\(path) can't be written: \(error) What it has is kept. Make room, and start almanac record again.")
  }

  // MARK: Marks

  /// The first line of a record: which file it is of, wherever that is moved.
  static func head(of database: String, _ form: WatchOutput.Form) throws -> String {
    var status = stat()
    guard stat(database, &status) == 0 else { throw failure(database) }
    let identity = "\(status.st_ino) \(StateFolder(of: database)?.birth ?? "")"
    return form == .json ? "{\"change\":\"record\",\"file\":\"\(identity)\"}\n" : "-- record of file \(identity)\n"
  }

  /// Throws `CommandFailure` if a file does not begin like the records of this database in this form.
  private static func require(_ head: String, of path: String) throws {
    let file = try open(path, 0)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: head.utf8.count)
    guard pread(file, &bytes, bytes.count, 0) == bytes.count, bytes == Array(head.utf8) else {
      throw CommandFailure(
        "\(path) is no record of this file in this form, and stays as it is: name another file with --to.")
    }
  }

  private static func prefix(_ form: WatchOutput.Form) -> String {
    form == .json ? "{\"change\":\"recorded\",\"commit\":" : "-- recorded commit "
  }

  private static func mark(_ number: Int, _ count: UInt32?, _ moment: String, _ form: WatchOutput.Form) -> String {
    let end = count.map { ",\"count\":\($0)" } ?? ""
    return prefix(form) + (form == .json ? "\(number),\"at\":\"\(moment)\"\(end)}\n" : "\(number) at \(moment)\n")
  }

  /// The number and the moment of the last mark, and where it ends; nil if there is none.
  static func lastMark(
    in file: Int32, _ size: Int, _ form: WatchOutput.Form
  ) throws -> (number: Int, moment: String, end: Int)? {
    let wanted = Array(prefix(form).utf8)
    // The longest mark, with the end of the line before it.
    let overlap = 200
    var end = size
    while end > 0 {
      let start = max(0, end - 1 << 20)
      var bytes = [UInt8](repeating: 0, count: min(size, end + overlap) - start)
      guard pread(file, &bytes, bytes.count, off_t(start)) == bytes.count else { return nil }
      var place = bytes.count - wanted.count
      while place >= 0 {
        defer { place -= 1 }
        guard bytes[place...].starts(with: wanted), place == 0 ? start == 0 : bytes[place - 1] == UInt8(ascii: "\n"),
          let line = bytes[place...].firstIndex(of: UInt8(ascii: "\n"))
        else { continue }
        let rest = String(decoding: bytes[(place + wanted.count)..<line], as: UTF8.self)
        let digits = rest.prefix { $0.isNumber }
        guard let number = Int(digits) else { continue }
        let moment = rest.dropFirst(digits.count).drop { !$0.isNumber }.prefix { $0 != "\"" }
        return (number, String(moment), start + line + 1)
      }
      end = start
    }
    return nil
  }

  // MARK: Files

  /// Begins a new record after a commit, and gives the former one a number. If a name can't be changed, the record
  /// stays whole, and the error is thrown.
  private func rotate(after number: Int, _ count: UInt32?) throws {
    let new = path + ".new"
    unlink(new)
    let opened = try Self.open(new, O_CREAT | O_EXCL)
    var text = OutputText(to: opened)
    do {
      guard flock(opened, LOCK_EX | LOCK_NB) == 0, fdatasync(file) == 0 else { throw Self.failure(path) }
      try text.write(head + Self.mark(number, count, Timestamp(secondsSince1970: ScreenClock.present).text, form))
      try text.flush()
      for number in stride(from: limits.formerCount, to: 1, by: -1) where access("\(path).\(number - 1)", F_OK) == 0 {
        try Self.rename("\(path).\(number - 1)", to: "\(path).\(number)")
      }
      if limits.formerCount > 0 { try Self.rename(path, to: "\(path).1") }
      try Self.rename(new, to: path)
    } catch {
      close(opened)
      throw error
    }
    close(file)
    (file, byteCount) = (opened, Int(lseek(opened, 0, SEEK_END)))
  }

  private static func rename(_ path: String, to new: String) throws {
    guard Glibc.rename(path, new) == 0 else { throw failure(new) }
  }

  private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let file = Glibc.open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0o600)
    guard file >= 0 else { throw failure(path) }
    return file
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("\(path) can't be written: \(String(cString: strerror(errno))). Name another file with --to.")
  }

  /// The path without links; of a file that is not there, its folder's with its name.
  private static func place(of path: String) -> String {
    func real(_ path: String) -> String? {
      guard let found = realpath(path, nil) else { return nil }
      defer { free(found) }
      return String(cString: found)
    }
    if let place = real(path) { return place }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
    return (real(folder) ?? folder) + "/" + (slash.map { path[path.index(after: $0)...] } ?? path[...])
  }
}
