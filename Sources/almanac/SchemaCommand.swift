// Shows what a file consists of, on standard output.
import AlmanacRecords
import Databases

enum SchemaCommand: Verb {
  static let name = "schema"
  static let options = BookFile.readingArguments + [.all]

  static let usage = ["schema [TABLE] [--all]"]

  static let help = """
    Shows the tables and views of any SQLite file, or one of them, as SQLite reports them: a line for each column with its
    type, its part in the primary key, what it must not be, its default, its collation where that is not BINARY, and how
    it is generated; then a line for each index and each foreign key. Of a view, or a table of a module, that can't be
    read, it shows why, in SQLite's words.

    \(Arguments.Option.helpOfAll)
      --file FILE     the file; without it, the one that ALMANAC_FILE names, or your own book
      --read-only     change nothing, not even the layout of an older book
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    try arguments.refuseWords(from: 1)
    let name = arguments.words.first
    let isAll = arguments.has("all")
    let shapes = try await BookFile(arguments, acceptsAny: true).read { connection in
      try await connection.read { db in
        guard let name else { return try TableShape.all(db).filter { isAll || !$0.isInternal } }
        return [try TableShape(meantBy: name, showsAll: isAll, db)]
      }
    }
    let isUnicode = !StandardStreams.isTerminal || Environment.isUnicode
    try StandardStreams.write(shapes.map { SchemaText($0, isUnicode: isUnicode).text }.joined(separator: "\n"))
  }
}
