// A copy of a file in the person's state folder, for the list of changes of the next run.
//
//   remembered/DEVICE-NUMBER.db: the copy
//   remembered/DEVICE-NUMBER: when the file was made, when the copy was, and where the file is. It goes before the copy
//   is replaced, and comes back after that.
//   remembered/DEVICE-NUMBER.db.PROCESS: a copy that a run is making
import AlmanacFeatures
import AlmanacRecords
import Databases
import Glibc

extension FileMemory {
  /// Remembers the file at a path, by its identity now. `clock` returns the present moment, in seconds since 1970.
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
  private let file: String
  private let folder: StateFolder

  /// The most bytes of a remembered file.
  private static let sizeLimit = 64 << 20

  /// `nil` if there is no state folder, or no file at the path.
  init?(of file: String) {
    guard let folder = StateFolder(of: file) else { return nil }
    (self.file, self.folder) = (file, folder)
  }

  private var path: String { folder.path("remembered") + ".db" }

  /// What tells whose copy it is.
  private typealias Label = (birth: String, madeAt: Double, file: String)

  private static func label(at path: String) -> StateFile<Label> {
    StateFile(path: path, heading: "almanac remembered 1") { texts in
      guard texts.count == 3, let madeAt = Double(texts[1]) else { return nil }
      return (texts[0], madeAt, texts[2])
    }
  }

  private var label: StateFile<Label> { Self.label(at: folder.path("remembered")) }

  /// The copy of the last run. A damaged label is as none. The number of a deleted file may belong to another one now:
  /// that one was made at another time.
  func last() -> RememberedFile? {
    guard let label = try? label.read("The copy", until: "quit"), label.birth == folder.birth else { return nil }
    return RememberedFile(path: path, madeAt: label.madeAt)
  }

  /// Keeps a copy with the moment.
  func keep(_ connection: SQLiteConnection, isSame: Bool, at moment: Double) async throws {
    let own = folder.make("remembered")
    Self.removeUseless(in: String(own[...(own.lastIndex(of: "/") ?? own.startIndex)]))
    if !isSame || last() == nil {
      unlink(label.path)
      try await Self.requireSmall(connection)
      try await copy(connection)
    }
    try label.replace(with: [folder.birth, String(moment), file], lastsAtOnce: false)
  }

  /// Copies the file of a connection, in a draft of this process: another run may end at the same time.
  private func copy(_ connection: SQLiteConnection) async throws {
    let draft = "\(path).\(getpid())"
    func removeDraft() { for ending in ["", "-journal", "-wal", "-shm"] { unlink(draft + ending) } }
    removeDraft()
    defer { removeDraft() }
    // SQLite would make it for everyone to read.
    let made = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard made >= 0 else { throw StateUnkept("\(draft) can't be made, since \(String(cString: strerror(errno)))") }
    close(made)
    var configuration = SQLiteConnection.Configuration()
    configuration.watchesOtherProcesses = false
    try await connection.openCopy(in: .file(path: draft), configuration).close()
    // One file alone: a log would be a second one.
    configuration.prepare = { try $0.execute("PRAGMA journal_mode=DELETE") }
    try await SQLiteConnection.open(storage: .file(path: draft), configuration: configuration).close()
    // The copy is of the opened file: the one at the path must be the same.
    try await connection.lookForOutsideChanges()
    guard connection.status.condition == .present, StateFolder(of: file)?.path("remembered") == label.path else {
      throw StateUnkept("another file is at its path")
    }
    guard rename(draft, path) == 0 else {
      throw StateUnkept("\(path) can't be written, since \(String(cString: strerror(errno)))")
    }
  }

  /// The pages of a log count too.
  private static func requireSmall(_ connection: SQLiteConnection) async throws {
    let size = try await connection.query("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    guard case .integer(let count)? = size.first?[0], count <= sizeLimit else {
      throw StateUnkept("it has more than 64 MB")
    }
  }

  /// Removes the copies of files that are gone from their places, and the drafts of processes that were killed.
  private static func removeUseless(in folder: String) {
    for name in entries(of: folder) {
      if let process = name.split(separator: ".").last.flatMap({ pid_t($0.prefix { $0 != "-" }) }),
        name.contains(".db.")
      {
        if kill(process, 0) != 0, errno == ESRCH { unlink(folder + name) }
      } else if !name.contains("."), let label = try? label(at: folder + name).read("The copy", until: "quit"),
        StateFolder(of: label.file)?.path("remembered") != folder + name
      {
        for ending in ["", ".db"] { unlink(folder + name + ending) }
      } else if name.hasSuffix(".db"), access(folder + name.dropLast(3), F_OK) != 0 {
        unlink(folder + name)
      }
    }
  }

  private static func entries(of folder: String) -> [String] {
    var names: [String] = []
    guard let stream = opendir(folder) else { return [] }
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    closedir(stream)
    return names
  }
}
