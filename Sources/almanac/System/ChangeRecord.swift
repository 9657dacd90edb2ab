// A record of the changes of a file, which a kill at any moment leaves readable.
//
//   RECORD: the lines of a commit, a mark ── the lines of the next one, a mark ── ...
//   start ─> what follows the last mark is taken off ─> a line says what was not recorded, a mark
//   too long ─> RECORD.new takes the name, and the former record becomes RECORD.1
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
    guard !["", "-wal", "-shm", "-journal"].contains(where: { Self.isSame(path, database + $0) }) else {
      throw CommandFailure("\(path) belongs to the database: name another file with --to.")
    }
    let opened = try Self.open(path, O_CREAT)
    do {
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        throw CommandFailure("Another almanac record writes \(path): name another file with --to, or end that one.")
      }
      var status = stat()
      guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw CommandFailure("\(path) is no file: name another one with --to.")
      }
      let mark = try Self.lastMark(in: opened, Int(status.st_size), form)
      guard mark != nil || status.st_size == 0 else {
        throw CommandFailure("\(path) is no record of this form, and stays as it is: name another file with --to.")
      }
      let end = mark?.end ?? 0
      guard ftruncate(opened, off_t(end)) == 0 else { throw Self.failure(path) }
      (self.path, self.form, self.limits, file, byteCount) = (path, form, limits, opened, end)
      (number, lastMoment) = (mark?.number ?? 0, mark?.moment)
    } catch {
      close(opened)
      throw error
    }
  }

  deinit { close(file) }

  /// Begins to record: from now on each commit is certain to come. Says what nobody has recorded.
  func begin() throws {
    let now = Timestamp(secondsSince1970: ScreenClock.present).text
    guard let lastMoment else { return try finish(number, OutputText(to: file), at: now) }
    var text = OutputText(to: file)
    let reason = "nothing was recorded from \(lastMoment) to \(now)"
    try WatchOutput.write(reason, of: nil, number, form, to: &text)
    try finish(number, text, at: now)
  }

  /// Writes the lines of commits up to a number. Throws `CommandFailure`: then they are not in the record.
  func write(_ number: Int, _ body: (inout OutputText) throws -> Void) throws {
    var text = OutputText(to: file)
    do { try body(&text) } catch { throw failure(error) }
    try finish(number, text, at: Timestamp(secondsSince1970: ScreenClock.present).text)
    if byteCount > limits.byteCount { try rotate(after: number) }
  }

  private func finish(_ number: Int, _ text: OutputText, at moment: String) throws {
    var text = text
    do {
      try text.write(Self.mark(number, moment, form))
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

  private static func prefix(_ form: WatchOutput.Form) -> String {
    form == .json ? "{\"change\":\"recorded\",\"commit\":" : "-- recorded commit "
  }

  private static func mark(_ number: Int, _ moment: String, _ form: WatchOutput.Form) -> String {
    prefix(form) + (form == .json ? "\(number),\"at\":\"\(moment)\"}\n" : "\(number) at \(moment)\n")
  }

  /// The number and the moment of the last mark, and where it ends; nil if there is none.
  private static func lastMark(
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

  /// Begins a new record after a commit, and gives the former one a number.
  private func rotate(after number: Int) throws {
    let new = path + ".new"
    unlink(new)
    let opened = try Self.open(new, O_CREAT | O_EXCL)
    var text = OutputText(to: opened)
    do {
      guard flock(opened, LOCK_EX | LOCK_NB) == 0, fdatasync(file) == 0 else { throw Self.failure(path) }
      try text.write(Self.mark(number, Timestamp(secondsSince1970: ScreenClock.present).text, form))
      try text.flush()
    } catch {
      close(opened)
      throw error
    }
    for number in stride(from: limits.formerCount, to: 1, by: -1) {
      rename("\(path).\(number - 1)", "\(path).\(number)")
    }
    // The record is never missing: a link keeps the former one while the new one takes its name.
    unlink("\(path).1")
    if limits.formerCount > 0 { link(path, "\(path).1") }
    guard rename(new, path) == 0 else {
      close(opened)
      throw Self.failure(path)
    }
    close(file)
    (file, byteCount) = (opened, Int(lseek(opened, 0, SEEK_END)))
  }

  private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let file = Glibc.open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0o600)
    guard file >= 0 else { throw failure(path) }
    return file
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("\(path) can't be written: \(String(cString: strerror(errno))). Name another file with --to.")
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return path == other
      || stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_ino == second.st_ino
        && first.st_dev == second.st_dev
  }
}
