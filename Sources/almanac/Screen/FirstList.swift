// The first content of the screen.
import AlmanacFeatures
import AlmanacRecords
import Containers

/// The first table of the screen, and the search in it.
struct FirstList {
  static let arguments: [Arguments.Option] = [
    .value("table"), .text("search"), .text("query"), .value("diff"), .flag("fresh"), .flag("remember"), .all,
  ]

  static let help = """
      --table TABLE   begin with this table; otherwise with the one that the last screen of the file ended at
      --search TEXT   begin with what the search finds: every word somewhere, "two words" together, !without,
                      genre:rock, ms>300000
      --query SELECT  begin with the live result of a query
      --diff OTHER    begin with what OTHER has that the file has not, as C lists changes
      --fresh         begin as for the first time: without the tab, the searches, the orders, the columns and the
                      records of the last screen
      --remember      keep a private copy of the file, of at most 64 MB, when you leave; then the list of changes of the
                      next start with --remember begins with what has changed meanwhile
    \(Arguments.Option.helpOfAll)
    """

  private let name: String?
  /// The search to begin with; `nil` without `--search`.
  let search: String?
  /// The query to begin with; `nil` without `--query`.
  let query: String?
  /// The path of the file to compare with; `nil` without `--diff`.
  private let other: String?
  /// Whether the screen begins as for the first time.
  let isFresh: Bool
  /// Whether the command line says that the file is remembered for the next run.
  let isRememberAsked: Bool
  /// Whether the file is remembered, as the command line or the settings say.
  let remembers: Bool

  init(_ arguments: Arguments) throws {
    name = arguments.value("table")
    search = arguments.value("search")
    query = arguments.value("query")
    other = arguments.value("diff")
    isFresh = arguments.has("fresh")
    isRememberAsked = arguments.has("remember")
    // What the command line says comes before the configuration.
    remembers = isRememberAsked || Container.shared.settings().remember == .on && !arguments.has("read-only")
  }

  /// Opens the file to compare with, before the screen begins: a wait for a lock is told on the terminal. Throws
  /// `CommandFailure` if that can't be done.
  func openOther() async throws -> ComparedFile? {
    guard let other else { return nil }
    let file = try BookFile(readingAsItIs: other)
    do {
      let name = other.split(separator: "/").last.map(String.init) ?? other
      return ComparedFile(name: name, connection: try await Book.openFile(path: other, file.options).connection)
    } catch {
      throw file.failure(error)
    }
  }

  /// The name as spelled in the schema; `nil` without `--table`. Throws `UsageError` if there is no such table.
  func table(in file: OpenedFile) throws -> String? {
    guard let name else { return nil }
    guard let table = file.tables[name] else {
      throw UsageError("There is no table '\(name)'; almanac schema lists the tables.")
    }
    return table.name
  }
}
