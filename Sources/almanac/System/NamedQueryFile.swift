// The queries with a name of one file, in the person's state folder next to the history.
//
//   DEVICE-NUMBER.named: a line that says what it is, then name, NUL, text, NUL for each query
import AlmanacFeatures
import Glibc

/// Why named queries can't be read or kept, as the end of a sentence or as one.
struct NamedQueriesUnkept: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension QueryFile {
  private static let heading = "almanac named queries 1\n"
  /// A larger file is not one of Almanac's.
  private static let namedLimit = 16 << 20
  private var namedPath: String { path + ".named" }

  /// The kept queries. Throws a sentence if the file is damaged or another program's.
  func named() throws -> [NamedQuery] {
    var status = stat()
    guard lstat(namedPath, &status) == 0 else { return [] }
    if let queries = readNamed(status) { return queries }
    throw NamedQueriesUnkept(
      "The named queries can't be read: \(namedPath) is damaged or another program's. Almanac works without them, and "
        + "keeps that file as \(namedPath).damaged when you name a query.")
  }

  private func readNamed(_ status: stat) -> [NamedQuery]? {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.namedLimit,
      let text = try? PrivateFolder.read(namedPath), text.hasPrefix(Self.heading)
    else { return nil }
    var parts = text.utf8.dropFirst(Self.heading.utf8.count).split(separator: 0, omittingEmptySubsequences: false)
    guard parts.popLast()?.isEmpty == true, parts.count % 2 == 0 else { return nil }
    let texts = parts.map { String(Substring($0)) }
    let queries = stride(from: 0, to: texts.count, by: 2).map { NamedQuery(name: texts[$0], sql: texts[$0 + 1]) }
    return Set(queries.map { $0.name.lowercased() }).count == queries.count && !queries.contains { $0.name.isEmpty }
      ? queries : nil
  }

  /// Keeps the queries, all or none. A damaged file is kept under another name.
  func keep(_ queries: [NamedQuery]) throws {
    func failure() -> NamedQueriesUnkept {
      NamedQueriesUnkept("\(namedPath) can't be written, since \(String(cString: strerror(errno))).")
    }
    makeFolders()
    var status = stat()
    if lstat(namedPath, &status) == 0, readNamed(status) == nil {
      guard rename(namedPath, namedPath + ".damaged") == 0 else { throw failure() }
    }
    let draft = namedPath + ".new"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    let text = Self.heading + queries.map { "\($0.name)\0\($0.sql)\0" }.joined()
    do {
      try StandardStreams.write(text, to: file)
    } catch {
      unlink(draft)
      throw NamedQueriesUnkept("\(namedPath) can't be written, since \(error).")
    }
    guard fsync(file) == 0, rename(draft, namedPath) == 0 else { throw failure() }
  }
}
