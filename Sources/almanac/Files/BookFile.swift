// Which file a command works on, and how it is opened.
import AlmanacFeatures
import AlmanacRecords
import Containers
import Databases
import Glibc
import LiveQueries
import Locks

/// The file that a command works on.
struct BookFile {
  static let arguments = makingArguments + [.flag("read-only")]
  /// The options of a verb that changes the book, and makes a missing one.
  static let makingArguments = changingArguments + [.flag("create"), .flag("sample"), .flag("empty")]
  /// The options of a verb that only reads an existing file.
  static let readingArguments = changingArguments + [.flag("read-only")]
  /// The options of a verb that changes an existing file.
  static let changingArguments: [Arguments.Option] = [.values("file")]

  /// How the person's own book is made if it is missing.
  enum MissingOwn {
    /// The person is asked how it begins.
    case asked
    case madeEmpty
    case refused
  }

  let path: String
  /// Whether it is the person's own book.
  let isOwn: Bool
  /// Whether the person must be asked how it begins: it is made after the answer.
  let isAsked: Bool
  var options: Book.Options
  /// Whether the command can make a missing file with `--create`.
  private let makesMissing: Bool
  /// Whether the screen also shows tables that modules and SQLite keep for themselves.
  private let showsAll: Bool

  /// The file at the `place` of the command. `isFollowed`:
  /// whether changes by other programs are observed; a command that reads once works on the opened file, whatever
  /// happens to its name. `acceptsAny`: whether a database other than a book is accepted. `makesFile`: whether
  /// `--create` means a missing file.
  init(
    _ arguments: Arguments, word: String? = nil, missingOwn: MissingOwn = .refused, isFollowed: Bool = false,
    acceptsAny: Bool = false, makesFile: Bool = true
  ) throws {
    (path, isOwn) = try Self.place(arguments, word: word)
    var options = Book.Options()
    options.creates = makesFile && arguments.has("create")
    options.isReadOnly = arguments.has("read-only")
    // What the command line says comes before the configuration.
    if Container.shared.settings().writing == .never, !options.creates, !arguments.has("write") {
      guard arguments.mayHave("read-only") else {
        throw CommandFailure("\(path) is not changed: writing = never in the configuration forbids it.")
      }
      options.isReadOnly = true
    }
    if options.creates { options.made = { [path] in StandardStreams.complain("Made \(path), a new book.") } }
    options.statusChanged = LockNotice(path: path).statusChanged
    showsAll = arguments.has("all")
    makesMissing = missingOwn != .refused && !options.isReadOnly
    options.watchesOtherProcesses = isFollowed
    options.acceptsAnyDatabase = acceptsAny
    switch try arguments.exclusive("sample", "empty") {
    case "sample": options.beginning = .samples
    case "empty": options.beginning = .empty
    default: break
    }
    for change in ["create", "sample"] { _ = try arguments.exclusive("read-only", change) }
    let isMissingOwn = isOwn && Self.isMissing(path)
    isAsked = isMissingOwn && missingOwn == .asked && !options.isKnown
    if isMissingOwn, options.isReadOnly || !options.isKnown && missingOwn == .refused {
      throw CommandFailure("You have no book yet: almanac and almanac add make it at \(path).")
    }
    if isMissingOwn { options.creates = true }
    self.options = options
  }

  /// One more file of the screen. What the arguments say of making a file is about the first one.
  init(next path: String, _ arguments: Arguments) throws {
    guard !path.isEmpty else { throw UsageError("The name of the file is empty.") }
    self.path = path
    (isOwn, isAsked, makesMissing, showsAll) = (false, false, false, arguments.has("all"))
    options = Book.Options()
    let isForbidden = Container.shared.settings().writing == .never && !arguments.has("write")
    (options.isReadOnly, options.acceptsAnyDatabase) = (arguments.has("read-only") || isForbidden, true)
  }

  /// The path of `--file` or `word`, otherwise of `ALMANAC_FILE`, otherwise of the person's own book.
  static func place(_ arguments: Arguments, word: String?) throws -> (path: String, isOwn: Bool) {
    let named = arguments.values("file") + [word].compactMap(\.self)
    guard named.count < 2 else { throw UsageError("Name one file, not both \(named[0]) and \(named[1]).") }
    guard named.first != "" else { throw UsageError("The name of the file is empty.") }
    if let path = try named.first ?? Environment.path("ALMANAC_FILE") { return (path, false) }
    return (try ownPath(), true)
  }

  /// A file that is only read, once, as it is: a book is one like any other.
  init(readingAsItIs path: String) throws {
    guard !path.isEmpty else { throw UsageError("The name of the file is empty.") }
    self.path = path
    (isOwn, isAsked, makesMissing, showsAll) = (false, false, false, true)
    options = Book.Options()
    (options.isReadOnly, options.acceptsAnyDatabase, options.ignoresBooks) = (true, true, true)
    options.watchesOtherProcesses = false
    options.statusChanged = LockNotice(path: path).statusChanged
  }

  /// Whether opening makes a new book.
  var isToBeMade: Bool { options.creates && Self.isMissing(path) }

  /// Whether there is no file at a path, or only an empty one.
  static func isMissing(_ path: String) -> Bool {
    if let status = try? FileCalls.status(path) { return status.st_size == 0 && status.st_mode & S_IFMT == S_IFREG }
    return FileCalls.certainlyNothing(at: path)
  }

  // MARK: Opening

  /// Opens the book, registers it as the default database, and closes it when `body` has ended or thrown.
  func use<Result: Sendable>(
    _ body: @Sendable (SQLiteConnection) async throws -> Result
  ) async throws -> Result {
    try await use(open(options), body)
  }

  /// The same with an open connection.
  func use<Result: Sendable>(
    _ connection: SQLiteConnection, _ body: @Sendable (SQLiteConnection) async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await body(connection)
      await connection.close()
      return result
    } catch let error as DatabaseError {
      await connection.close()
      throw CommandFailure("\(path) can't be used: \(sentence(error)).")
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Keeps the steps of the file from now on, unless nothing may be written.
  func keepSteps() {
    let keeper = options.isReadOnly ? nil : StepKeeper.file(of: path)
    Container.shared.stepKeeper.register { keeper }
  }

  /// Keeps the screen of the file from now on. `isFresh`: it begins as for the first time.
  func keepScreen(isFresh: Bool) {
    let keeper = ScreenKeeper.file(of: path, isFresh: isFresh, isReadOnly: options.isReadOnly)
    Container.shared.screenKeeper.register { keeper }
  }

  /// Finds the record that `almanac record` keeps of the file.
  func findRecord() {
    let record = RecordedCommits.file(of: path)
    Container.shared.recordedCommits.register { record }
  }

  /// Remembers the file from the end of this run on.
  func remember(now: @escaping @Sendable () -> Double) {
    let memory = FileMemory.file(of: path, now: now)
    Container.shared.fileMemory.register { memory }
  }

  /// Opens the file for the screen, a new book with the person's answer, and registers it as the default database.
  func openScreen(
    answer: Book.Options.Beginning?, patience: Duration?, statusChanged: @escaping @Sendable (FileStatus) -> Void
  ) async throws -> OpenedFile {
    var options = options
    // Another program may have made it while the person thought. Then samples are refused if there are records.
    if let answer { options.beginning = answer }
    options.patience = patience
    options.statusChanged = statusChanged
    // Until then the first screen gets the processor.
    options.followsAfter = .milliseconds(30)
    let isMade = Lock(false)
    if options.made != nil { options.made = { isMade.withLock { $0 = true } } }
    let file = try await openFile(options)
    return try await openedFile(file, isMade: isMade.withLock(\.self))
  }

  private func openedFile(
    _ file: (connection: SQLiteConnection, isBook: Bool), isMade: Bool = false
  ) async throws -> OpenedFile {
    do {
      return try await OpenedFile(file.connection, isBook: file.isBook, showsAll: showsAll, isMade: isMade)
    } catch {
      throw failure(error)
    }
  }

  /// Opens the file that has replaced the shown one. Throws `BookError`.
  func openNewcomer(
    patience: Duration?, statusChanged: @escaping @Sendable (FileStatus) -> Void
  ) async throws -> OpenedFile {
    var options = options
    (options.creates, options.beginning) = (false, nil)
    (options.patience, options.statusChanged) = (patience, statusChanged)
    // The program that puts it there may only have begun to write it.
    if Book.isEmpty(path: path) { throw BookError.empty(path: path) }
    let file = try await Book.openFile(path: path, options)
    return try await OpenedFile(file.connection, isBook: file.isBook, showsAll: showsAll)
  }

  /// Opens a copy of the book, made at `copyPath`, and does not touch the book. A missing book is made only as a copy,
  /// with the person's answer.
  func openScreenCopy(at copyPath: String, answer: Book.Options.Beginning?) async throws -> OpenedFile {
    var options = options
    if let answer { options.beginning = answer }
    return try await openedFile(openFile(options, copyPath: copyPath))
  }

  /// Opens the book. Throws `CommandFailure`.
  func open(_ options: Book.Options) async throws -> SQLiteConnection { try await openFile(options).connection }

  /// Opens the file or a copy of it, and tells whether it is a book. Throws `CommandFailure`.
  private func openFile(
    _ options: Book.Options, copyPath: String? = nil
  ) async throws -> (connection: SQLiteConnection, isBook: Bool) {
    let folders = isOwn && options.creates && copyPath == nil ? try makeFolders() : []
    do {
      return try await opened(options, copyPath: copyPath)
    } catch {
      // Folders that are not empty stay.
      for folder in folders.reversed() { try? FileCalls.removeFolder(folder) }
      throw failure(error)
    }
  }

  /// Opens the file or a copy of it, and registers it as the default database.
  func opened(
    _ options: Book.Options, copyPath: String? = nil
  ) async throws -> (connection: SQLiteConnection, isBook: Bool) {
    let file =
      if let copyPath {
        try await Book.openCopy(path: path, at: copyPath, options)
      } else {
        try await Book.openFile(path: path, options)
      }
    Container.shared.defaultDatabase.register { file.connection }
    return file
  }

  /// Why the file can't be opened, as a sentence.
  func failure(_ error: any Error) -> any Error {
    switch error {
    case BookError.missing where makesMissing: CommandFailure("\(path) does not exist; --create makes it.")
    case BookError.empty where makesMissing:
      CommandFailure("\(path) is an empty file; --create makes a book of it.")
    case let error as BookError: CommandFailure("\(error)")
    case let error as DatabaseError: CommandFailure("\(path) can't be opened: \(sentence(error)).")
    default: error
    }
  }

  /// The path of the person's own book, whether or not it exists.
  private static func ownPath() throws -> String {
    if let folder = try Environment.path("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder + "/almanac/book.db" }
    if let home = try Environment.path("HOME") { return home + "/.local/share/almanac/book.db" }
    throw CommandFailure("Neither XDG_DATA_HOME nor HOME is set, so --file must name the book.")
  }

  /// Makes the missing folders of the file's path. Returns them.
  private func makeFolders() throws -> [String] {
    var made: [String] = []
    for (index, character) in zip(path.indices, path) where character == "/" && index != path.startIndex {
      let folder = String(path[..<index])
      do {
        try FileCalls.makeFolder(folder)
        made.append(folder)
      } catch {
        if (try? FileCalls.status(folder)) != nil { continue }
        for folder in made.reversed() { try? FileCalls.removeFolder(folder) }
        throw CommandFailure("Almanac can't make your book at \(path): it can't make the folder \(folder).")
      }
    }
    return made
  }
}

extension Book.Options {
  /// Whether the arguments say how a new book begins.
  fileprivate var isKnown: Bool { creates || beginning != nil }
}
