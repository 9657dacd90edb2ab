// The files of the screen that the command line names.
import AlmanacFeatures
import AlmanacRecords
import Containers
import Glibc
import Locks

/// The words of a command line of the screen: one file, several, or none.
struct NamedFiles {
  /// The paths in their order; empty if the environment or the person's own book is meant.
  let paths: [String]

  /// The folder whose databases are listed; `nil` if files are named.
  let folder: String?

  /// The options that are about one file.
  private static let optionsOfOne = ["table", "search", "query", "diff", "create", "sample", "empty"]

  /// Throws `UsageError` if an option means one file, and several are named.
  init(_ arguments: Arguments) throws {
    paths = arguments.words
    folder = paths.count == 1 && DatabaseFolder.isFolder(paths[0]) ? paths[0] : nil
    if let folder {
      if let option = ["create", "sample", "empty"].first(where: arguments.has) {
        throw UsageError("--\(option) is about a file, and \(folder) is a folder.")
      }
      guard access(folder, R_OK | X_OK) == 0 else {
        throw CommandFailure("\(folder) can't be read: \(String(cString: strerror(errno))).")
      }
    }
    guard paths.count > 1 else { return }
    if let option = Self.optionsOfOne.first(where: arguments.has) {
      throw UsageError("--\(option) is about one file, and \(paths.count) are named.")
    }
    if let file = arguments.values("file").first {
      throw UsageError("Name all files as words, not \(file) with --file.")
    }
    if paths.contains("") { throw UsageError("The name of the file is empty.") }
  }
}

extension FileOpener {
  /// Opens files of the screen. Options that are about one file do not count for them. `copies`: opens a copy in this
  /// folder, and leaves the file as it is.
  static func files(
    _ arguments: Arguments, now: @escaping @Sendable () -> Double, keepsState: Bool = true, copies: String? = nil
  ) -> FileOpener {
    let count = Lock(0)
    let open: @MainActor @Sendable (String) async throws -> FileOpener.Opened = { path in
      ConfigurationFile.use(for: path)
      let first = try FirstList(arguments)
      let file = try BookFile(next: path, arguments)
      let opened: OpenedFile
      if let copies {
        let number = count.withLock { count in
          count += 1
          return count
        }
        opened = try await file.openScreenCopy(at: "\(copies)/next-\(number).db", answer: nil)
      } else {
        opened = try await file.openScreen(answer: nil, patience: file.options.patience) { _ in }
      }
      if keepsState { file.keepAll(first, now: now) }
      let shown = OpenFile(
        path: path, isReadOnly: file.options.isReadOnly,
        isWriteAllowed: copies != nil || arguments.has("write") || Container.shared.settings().writing == .always)
      return FileOpener.Opened(opened, shown) { statusChanged in
        let opened = try await file.openNewcomer(patience: nil, statusChanged: statusChanged)
        if keepsState { file.keepSteps() }
        return opened
      }
    }
    return FileOpener(open: open) { ConfigurationFile.use(for: $0) }
  }
}

extension BookFile {
  /// Registers what the state folder keeps of the file.
  @MainActor
  func keepAll(_ first: FirstList, now: @escaping @Sendable () -> Double) {
    Container.shared.keptQueries.register { .file(of: path, isReadOnly: options.isReadOnly) }
    ConfigurationFile.allowChanges(shown: path)
    keepScreen(isFresh: first.isFresh)
    keepSteps()
    findRecord()
    if first.remembers { remember(now: now) }
  }
}
