// A copy of a file in the person's state folder, for the list of changes of the next run.
//
//   remembered/DEVICE-NUMBER.db: the copy
//   remembered/DEVICE-NUMBER: when the file was made, and when the copy was. It goes before the copy is replaced, and
//   comes back after that.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Glibc

extension FileMemory {
  /// Remembers the file at a path, by its identity. `clock` returns the present moment, in seconds since 1970.
  static func file(of path: String, now clock: @escaping @Sendable () -> Double) -> FileMemory {
    FileMemory(
      last: { RememberedCopy(of: path)?.last() },
      keep: { connection, isSame in
        do {
          guard let copy = RememberedCopy(of: path) else { throw StateUnkept("there is no state folder") }
          try await copy.keep(connection, isSame: isSame, at: clock())
        } catch {
          StandardStreams.complain("\(path) is not remembered: \(error is StateUnkept ? "\(error)" : sentence(error)).")
        }
      })
  }
}

/// The files with a copy.
private struct RememberedCopy {
  private let folder: StateFolder
  private let size: Int

  /// The most bytes of a remembered file.
  private static let sizeLimit = 64 << 20

  /// `nil` if there is no state folder, or no file at the path.
  init?(of file: String) {
    guard let folder = StateFolder(of: file), let status = try? FileCalls.status(file) else { return nil }
    (self.folder, size) = (folder, Int(status.st_size))
  }

  private var path: String { folder.path("remembered") + ".db" }

  /// The number of a deleted file may belong to another one now: that one was made at another time.
  private var label: StateFile<(birth: String, madeAt: Double)> {
    StateFile(path: folder.path("remembered"), heading: "almanac remembered 1") { texts in
      guard texts.count == 2, let madeAt = Double(texts[1]) else { return nil }
      return (texts[0], madeAt)
    }
  }

  /// The copy of the last run. A damaged label is as none.
  func last() -> RememberedFile? {
    guard let (birth, madeAt) = try? label.read("The copy", until: "quit"), birth == folder.birth else { return nil }
    return RememberedFile(path: path, madeAt: madeAt)
  }

  /// Keeps a copy with the moment.
  func keep(_ connection: SQLiteConnection, isSame: Bool, at moment: Double) async throws {
    _ = folder.make("remembered")
    if !isSame || last() == nil {
      unlink(label.path)
      guard size <= Self.sizeLimit else {
        unlink(path)
        throw StateUnkept("it has more than 64 MB")
      }
      let draft = path + ".new"
      for ending in ["", "-journal", "-wal", "-shm"] { unlink(draft + ending) }
      // SQLite would make it for everyone to read.
      let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { throw StateUnkept("\(draft) can't be made, since \(String(cString: strerror(errno)))") }
      close(file)
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      do {
        try await connection.openCopy(in: .file(path: draft), configuration).close()
        // One file alone: a log would be a second one.
        configuration.prepare = { try $0.execute("PRAGMA journal_mode=DELETE") }
        try await SQLiteConnection.open(storage: .file(path: draft), configuration: configuration).close()
      } catch {
        unlink(draft)
        throw error
      }
      guard rename(draft, path) == 0 else {
        throw StateUnkept("\(path) can't be written, since \(String(cString: strerror(errno)))")
      }
    }
    try label.replace(with: [folder.birth, String(moment)], lastsAtOnce: false)
  }
}
