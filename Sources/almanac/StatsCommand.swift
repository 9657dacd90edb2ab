// What a book holds, in numbers, on standard output.
import AlmanacRecords
import Databases

enum StatsCommand: Verb {
  static let name = "stats"
  static let options = BookFile.readingArguments + [.flag("json")]

  static let usage = ["stats [--json]"]

  static let help = """
    Counts facts and users, active and inactive ones, facts by the month in which they were added, users by mail domain,
    and names the ten newest users: on a terminal as a page with bars, of the last twelve months and the ten largest
    domains; in a pipe as lines, with tabs between:

      facts, users, active, inactive
                      and the number: a line each
      newest          a user's ID, name, e-mail, 1 for active or 0, and time as the book holds it: a line for each
      month           the month, as 2026-01, and its facts: a line for each month with facts
      domain          the domain and its users: a line for each of the hundred largest
      others          and the users of all other domains

      --json          one object: facts, users, active, inactive; newest, an array of users; months, an array of
                      {"month":"2026-01","facts":7}, only those with facts; domains, an array of
                      {"domain":"example.org","users":7}, the hundred largest; others, the users of all other domains
      --file FILE     the book; without it, the one that ALMANAC_FILE names, or your own
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
