// A copy of a book, for what must not touch the book itself.
public import Databases

extension Book {
  /// Opens a copy of the book at `path`, in a temporary file that goes with the connection, and leaves the book alone.
  /// A book that would be made is made as a copy. Throws as `open` does.
  public static func openCopy(path: String, _ options: Options) async throws -> SQLiteConnection {
    var options = options
    var configuration = SQLiteConnection.Configuration()
    configuration.statusChanged = options.statusChanged
    configuration.activity = options.activity
    configuration.trace = options.trace
    configuration.prepare = BookSchema.prepare
    // Also where its folder is still to be made.
    let isMissing = FileCalls.certainlyNothing(at: path)
    if options.creates, try isMissing || isNew(path: path, creates: true) {
      let copy = try await SQLiteConnection.open(storage: .temporary, configuration: configuration)
      _ = try await fill(copy, options)
      options.beginning = nil
      return try await prepared(copy, path: path, options)
    }
    var source = options
    (source.isReadOnly, source.creates, source.beginning, source.statusChanged) = (true, false, nil, nil)
    source.watchesOtherProcesses = false
    let book = try await open(path: path, source)
    let copy: SQLiteConnection
    do {
      copy = try await saying(path) { [configuration] in try await book.openCopy(configuration) }
    } catch {
      await book.close()
      throw error
    }
    await book.close()
    return try await prepared(copy, path: path, options)
  }
}
