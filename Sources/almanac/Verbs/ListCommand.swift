// Lists the records of a table on standard output.
import AlmanacRecords
import Databases

enum ListCommand: Verb {
  static let name = "list"
  static let options =
    BookFile.arguments + RecordSelection.options + DataFormat.options + [.all, .utc]

  static let usage = [
    """
    list TABLE [--search TEXT] [--where COLUMN=VALUE]... [--sort COLUMN[:desc]] [--limit N]
               [--fields COLUMN,...] [\(DataFormat.usage)] [--all] [--utc]
    """
  ]

  static let help = """
    Lists the records of a table or a view of any SQLite file in the order of the screen. On a terminal it prints a table:
    flags as yes and no, times in your time zone to the minute, long texts cut. In a pipe it prints a line for each
    record: whole values as the file holds them, to the byte, with tabs between them. --tsv keeps lines apart.

    \(RecordSelection.help)
      --json          print one array of objects, with real types: active is true or false
      --jsonl         print one object per line
      --csv, --tsv    print a line of headings first; active is 1 or 0
      --markdown      print a table of Markdown. In every form, bytes are x'00ff', infinity is 1e999 and invalid
                      UTF-8 is U+FFFD; NULL is empty, and empty text is "" in CSV and JSON, otherwise empty too
    \(Arguments.Option.helpOfAll)
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --create        make a book if the file does not exist
      --sample        fill an empty book with samples first, or begin your own with them
      --empty         begin your own book empty
      --read-only     change nothing
      --help, --version

    Almanac reads some records at a time, so a slow reader blocks no writer. If other programs write meanwhile, a record
    that they change comes as it was or as it is, and one that moves in the order may come twice or not at all.

    """

  static func run(_ arguments: Arguments) async throws {
    let name = try arguments.tableName()
    try arguments.refuseWords(from: 1)
    let selection = try RecordSelection(arguments)
    let format = RowFormat(named: try arguments.exclusive(DataFormat.names), arguments.zone)
    let showsAll = arguments.has("all")
    try await WrittenRecords.write(of: BookFile(arguments, acceptsAny: true), as: format) { db in
      try selection.listing(of: FileTable(name, showsAll: showsAll, db), db)
    }
  }
}
