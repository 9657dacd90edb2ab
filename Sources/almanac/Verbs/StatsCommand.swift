// Prints the statistics of a book on standard output.
import AlmanacRecords
import Databases

enum StatsCommand: Verb {
  static let name = "stats"
  static let options = BookFile.readingArguments + [.flag("json")]

  static let usage = ["stats [--json]"]

  static let help = """
    Counts the facts, the users, the active and the inactive ones, the facts of each month and the users of each mail
    domain, and lists the ten newest users. On a terminal it prints a page with bars: the last twelve months and the ten
    largest domains. In a pipe it prints lines, with tabs between the values:

      facts, users, active, inactive
                      the number, a line each
      newest          a user's ID, name, e-mail, 1 for active or 0, and time as the book holds it
      month           a month with facts, as 2026-01, and their number
      domain          a domain and its users, for the hundred largest
      others          the users of all other domains

      --json          one object: facts, users, active, inactive; newest, an array of users; months, an array of
                      {"month":"2026-01","facts":7}, only months with facts; domains, an array of
                      {"domain":"example.org","users":7}, the hundred largest; others, the users of all other domains
      --file FILE     the book; otherwise the one in ALMANAC_FILE, or your own
      --read-only     change nothing, not even the layout of an older book
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    try arguments.refuseWords(from: 0)
    let text = try await BookFile(arguments).read { connection in
      try await connection.read { db in try StatisticsText(db) }
    }
    if arguments.has("json") {
      try StandardStreams.write(text.json)
    } else {
      try StandardStreams.write(StandardStreams.isTerminal ? text.page(width: StandardStreams.width) : text.lines)
    }
  }
}
