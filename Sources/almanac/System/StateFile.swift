// A file in the person's state folder that is replaced as a whole.
//
//   KIND/DEVICE-NUMBER…: a line that says what it is, then texts, each with a NUL behind it
import AlmanacFeatures
import Glibc

/// Why something can't be read from the state folder or kept there, as the end of a sentence or as one.
struct StateUnkept: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A file of texts with a meaning. A file that does not begin with the heading, or whose texts mean nothing, is kept
/// under another name: it may be another program's.
struct StateFile<Value> {
  let path: String
  /// The first line.
  let heading: String
  /// What its texts mean; nil if it is damaged.
  let decode: ([String]) -> Value?

  /// A larger file is not one of Almanac's.
  private var byteLimit: Int { 16 << 20 }

  /// The kept value; nil if there is no file. Throws a sentence if the file is damaged or another program's; `subject`:
  /// what can't be read, `deed`: what the person does to replace it.
  func read(_ subject: String, until deed: String) throws -> Value? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    if let value = decoded(status) { return value }
    throw StateUnkept(
      "\(subject) can't be read: \(path) is damaged or another program's. Almanac works without them, and keeps that file "
        + "as \(path).damaged when you \(deed).")
  }

  private func decoded(_ status: stat) -> Value? {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= byteLimit,
      let text = try? PrivateFolder.read(path), text.hasPrefix(heading + "\n")
    else { return nil }
    var parts = text.utf8.dropFirst(heading.utf8.count + 1).split(separator: 0, omittingEmptySubsequences: false)
    guard parts.popLast()?.isEmpty == true else { return nil }
    return decode(parts.map { String(Substring($0)) })
  }

  /// Keeps texts instead of the former ones, all or none. A damaged file is kept under another name. `lastsAtOnce`: the
  /// texts outlast a power cut from now on, which takes some milliseconds.
  func replace(with texts: [String], lastsAtOnce: Bool) throws {
    func failure() -> StateUnkept {
      StateUnkept("\(path) can't be written, since \(String(cString: strerror(errno))).")
    }
    var status = stat()
    if lstat(path, &status) == 0, decoded(status) == nil {
      guard rename(path, path + ".damaged") == 0 else { throw failure() }
    }
    let draft = path + ".new"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    do {
      try StandardStreams.write(heading + "\n" + texts.map { $0 + "\0" }.joined(), to: file)
    } catch {
      unlink(draft)
      throw StateUnkept("\(path) can't be written, since \(error).")
    }
    guard !lastsAtOnce || fsync(file) == 0, rename(draft, path) == 0 else { throw failure() }
  }
}
