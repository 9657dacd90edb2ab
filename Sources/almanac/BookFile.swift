// Which file is meant, and how it is opened.
import Activities
import AlmanacRecords
import Containers
import Databases
import Glibc
import LiveQueries

/// The file that a command works on.
enum BookFile {
  static let options: [Arguments.Option] = [
    .value("file"), .flag("create"), .flag("sample"), .flag("empty"), .flag("read-only"),
  ]

  /// The path that is meant: `--file`, `ALMANAC_FILE`, else the person's own book.
  static func path(_ arguments: Arguments, word: String? = nil) throws -> (path: String, isOwn: Bool) {
    if let path = arguments.value("file") ?? word { return (path, false) }
    if let path = environment("ALMANAC_FILE") { return (path, false) }
    return (try ownBook(), true)
  }

  /// Opens the book, and makes it the one that features use.
  static func open(
    _ arguments: Arguments, word: String? = nil, activity: Activity = Activity()
  ) async throws -> SQLiteConnection {
    let (path, isOwn) = try path(arguments, word: word)
    var options = Book.Options()
    options.creates = arguments.has("create") || isOwn
    options.isReadOnly = arguments.has("read-only")
    options.activity = activity
    switch try arguments.exclusive("sample", "empty") {
    case "sample": options.beginning = .samples
    case "empty": options.beginning = .empty
    default: options.beginning = isOwn && access(path, F_OK) != 0 ? .samples : nil
    }
    let connection = try await Book.open(path: path, options)
    Container.shared.defaultDatabase.register { connection }
    return connection
  }

  /// The person's own book, in a folder that is made where it isn't there.
  private static func ownBook() throws -> String {
    let base: String
    if let folder = environment("XDG_DATA_HOME"), folder.hasPrefix("/") {
      base = folder
    } else if let home = environment("HOME") {
      base = home + "/.local/share"
    } else {
      throw CommandFailure(description: "Neither XDG_DATA_HOME nor HOME is set, so --file must name the book.")
    }
    let folder = base + "/almanac"
    var made = ""
    for part in folder.split(separator: "/") {
      made += "/" + part
      guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
      if access(made, F_OK) != 0 {
        throw CommandFailure(description: "The folder \(made) could not be made: \(String(cString: strerror(errno))).")
      }
    }
    return folder + "/book.db"
  }

  static func environment(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
