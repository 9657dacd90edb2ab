// A copy of a file, for what must not touch the file itself.
public import Databases

extension Book {
  /// Opens a copy of the file at `path`, in a temporary file that goes with the connection, and leaves the file alone.
  /// A book that would be made is made as a copy. Tells whether it is a book. Throws as `open` does.
  public static func openCopy(
    path: String, _ options: Options
  ) async throws -> (connection: SQLiteConnection, isBook: Bool) {
    var options = options
    var configuration = SQLiteConnection.Configuration()
    configuration.statusChanged = options.statusChanged
    configuration.activity = options.activity
    configuration.trace = options.trace
    // Also where its folder is still to be made.
    let isMissing = FileCalls.certainlyNothing(at: path)
    if options.creates, try isMissing || isNew(path: path, creates: true) {
      configuration.prepare = BookSchema.prepare
      let copy = try await SQLiteConnection.open(storage: .temporary, configuration: configuration)
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
      copy = try await saying(path) { [configuration] in try await file.openCopy(configuration) }
    } catch {
      await file.close()
      throw error
    }
    await file.close()
    return (isBook ? try await prepared(copy, path: path, options) : copy, isBook)
  }
}
