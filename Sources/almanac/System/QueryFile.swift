// The texts of the queries of one file, in the person's state folder, never in the file.
//
//   queries/DEVICE-NUMBER: the texts, the latest last, each with a NUL behind it
import AlmanacFeatures
import Glibc

extension KeptQueries {
  /// The queries of the file at a path, by its identity. `isReadOnly`: nothing is written, unless the environment names
  /// the state folder.
  static func file(of path: String, isReadOnly: Bool = false) -> KeptQueries {
    let mayWrite = !isReadOnly || StateFolder.isNamed
    return KeptQueries(
      texts: { QueryFile(of: path)?.texts ?? [] }, add: { if mayWrite { QueryFile(of: path)?.add($0) } },
      named: { try QueryFile(of: path)?.named() ?? [] },
      keepNamed: { queries in
        guard mayWrite else { throw StateUnkept("--read-only keeps nothing.") }
        guard let file = QueryFile(of: path) else { throw StateUnkept("there is no state folder.") }
        try file.keep(queries)
      })
  }
}

/// The file with the queries.
struct QueryFile {
  private let folder: StateFolder
  var path: String { folder.path("queries") }

  /// The most kept bytes: when the file is longer, only the latest texts are kept.
  private static let byteLimit = 1 << 20
  private static let textLimit = 300

  /// `nil` if there is no state folder, or no file at the path.
  init?(of file: String) {
    guard let folder = StateFolder(of: file) else { return nil }
    self.folder = folder
  }

  /// The kept texts. What can't be read is left out.
  var texts: [String] {
    (try? PrivateFolder.read(path))?.split(separator: "\0").suffix(Self.textLimit).map(String.init) ?? []
  }

  /// Makes the folders on the way to the file.
  func makeFolders() { _ = folder.make("queries") }

  /// Keeps a text. If that is not possible, it is not kept.
  func add(_ text: String) {
    guard text.utf8.count <= Self.byteLimit / 16, !text.utf8.contains(0) else { return }
    makeFolders()
    var status = stat()
    let isLong = stat(path, &status) == 0 && status.st_size > Self.byteLimit
    let kept = isLong ? texts.suffix(Self.textLimit / 2) + [text] : [text]
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (isLong ? O_TRUNC : O_APPEND)
    let file = open(path, flags, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    try? StandardStreams.write(kept.map { $0 + "\0" }.joined(), to: file)
  }
}
