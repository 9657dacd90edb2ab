// Writes records of a table to standard output.
import AlmanacRecords
import Databases

enum ExportCommand: Verb {
  static let name = "export"
  static let options =
    BookFile.readingArguments + RecordSelection.options + DataFormat.options + [.all]

  static let usage = [
    """
    export TABLE [--search TEXT] [--where COLUMN=VALUE]... [--sort COLUMN[:desc]] [--limit N]
                 [--fields COLUMN,...] [\(DataFormat.usage)] [--all]
    """
  ]

  static let help = """
    Writes the records of a table or a view of any SQLite file, whole and as the file holds them, in the order of list.
    Without a selection it writes all.

    \(RecordSelection.help)
      --csv           print CSV, the default: a line of headings first, lines end in CRLF, quotes where needed, NULL is
                      empty, empty text is "", bytes are x'00ff', which import takes for a text: use JSON for bytes
      --json          print one array of objects, with real types: a book's active is true or false, NULL is null, bytes
                      are a text like x'00ff', and a text like that has its x written \\u0078; infinity is 1e999
      --jsonl         print one object per line
      --markdown      print a table of Markdown
      --tsv           print a line of tab-separated values for each record, with \\t, \\n, \\r and \\\\ written so
    \(Arguments.Option.helpOfAll)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --read-only     change nothing; leave an older book as it is
      --help, --version

    Almanac reads some records at a time, as list does: a record that changes meanwhile comes as it was or as it is.

    """

  static func run(_ arguments: Arguments) async throws {
    let name = try arguments.tableName()
    try arguments.refuseWords(from: 1)
    let selection = try RecordSelection(arguments)
    let format = try arguments.exclusive(DataFormat.names).flatMap(DataFormat.init(named:)) ?? .csv
    let showsAll = arguments.has("all")
    try await WrittenRecords.write(of: BookFile(arguments, acceptsAny: true), as: .data(format)) { db in
      try selection.listing(of: FileTable(name, showsAll: showsAll, db), db)
    }
  }
}
