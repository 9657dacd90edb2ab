// Opens a copy of a file, for work that must not touch the file itself.
public import Databases

extension Book {
  /// Opens a copy of the file at `path`, made at `copyPath`, and leaves the file alone. A book to be created is created
  /// as the copy. `isBook`: whether the file is a book. Throws the errors of `open`.
  public static func openCopy(
    path: String, at copyPath: String, _ options: Options
  ) async throws -> (connection: SQLiteConnection, isBook: Bool) {
    var options = options
    var configuration = SQLiteConnection.Configuration()
    configuration.statusChanged = options.statusChanged
    configuration.activity = options.activity
    configuration.trace = options.trace
    // Also if the folder does not exist yet.
    let isMissing = FileCalls.certainlyNothing(at: path)
    if options.creates, try isMissing || isNew(path: path, creates: true) {
      configuration.prepare = BookSchema.prepare
      let copy = try await SQLiteConnection.open(storage: .file(path: copyPath), configuration: configuration)
      _ = try await fill(copy, options)
      options.beginning = nil
      return (try await prepared(copy, path: path, options), true)
    }
    var source = options
    (source.isReadOnly, source.creates, source.beginning) = (true, false, nil)
    source.watchesOtherProcesses = false
    let file = try await open(path: path, source)
    let copy: SQLiteConnection
    let isBook: Bool
    do {
      isBook = try await file.read(BookSchema.isBook)
      if isBook { configuration.prepare = BookSchema.prepare }
      copy = try await saying(path) { [configuration] in
        try await file.openCopy(in: .file(path: copyPath), configuration)
      }
    } catch {
      await file.close()
      throw error
    }
    await file.close()
    return (isBook ? try await prepared(copy, path: path, options) : copy, isBook)
  }
}
