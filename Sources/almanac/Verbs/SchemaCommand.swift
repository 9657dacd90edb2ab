// Prints the schema of a file on standard output.
import AlmanacFeatures
import AlmanacRecords
import Databases

enum SchemaCommand: Verb {
  static let name = "schema"
  static let options = BookFile.readingArguments + [.all]

  static let usage = ["schema [TABLE] [--all]"]

  static let help = """
    Shows one or all tables and views of any SQLite file, as SQLite reports them. Each column has a line: its type, its
    part in the primary key, whether it can be NULL, its default, its collation if that is not BINARY, and how it is
    generated. Then each index and each foreign key has a line. A view also has its CREATE VIEW statement. If a view or
    a table of a module can't be read, SQLite's message is shown.

    \(Arguments.Option.helpOfAll)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --read-only     change nothing; leave an older book as it is
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    try arguments.refuseWords(from: 1)
    let name = arguments.words.first
    let isAll = arguments.has("all")
    let shown = try await BookFile(arguments, acceptsAny: true).read { connection in
      try await connection.read { db in
        let shapes =
          if let name {
            [try TableShape(meantBy: name, showsAll: isAll, db)]
          } else {
            try TableShape.all(db).filter { isAll || !$0.isInternal }
          }
        return try shapes.map { ($0, try $0.viewDefinition(db)) }
      }
    }
    let isUnicode = !StandardStreams.isTerminal || Environment.isUnicode
    let texts = shown.map { SchemaText($0, viewDefinition: $1, isUnicode: isUnicode).text }
    try StandardStreams.write(texts.joined(separator: "\n"))
  }
}
