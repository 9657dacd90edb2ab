// The smallest programs that do what Almanac's screens do, to compare the product's speed with.
//
//   Floors observe DB         the first page of facts, drawn again when another process commits
//   Floors browse DB          Down, Up, PgDn, PgUp, Home, End over the facts, found by key
//   Floors search DB WORDS    the facts with a word that begins with the typed text; WORDS is an index of words
//   Floors frames             the cost of ncurses alone: n nothing, r one row, s scroll, f everything, m the selection
//   Floors page DB KEY N      nanoseconds for each of N pages of 100 typed rows from KEY down
//   Floors change DB STEP N   nanoseconds to delete, restore and toggle every STEPth user, N times
//   Floors scan DB TERM N     nanoseconds to look for TERM in every note, N times
//   Floors sort DB N          nanoseconds for the first 100 notes by size, N times
//
// Plain Swift directly on the C libraries, one thread, only the shown rows in memory; q quits. They use no module of
// the product, so that none can make both sides slow.
import CSQLite
import Glibc

@main
enum Floors {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, Array(words.dropFirst())) {
    case ("observe", let rest) where rest.count == 1: observe(File(rest[0]))
    case ("browse", let rest) where rest.count == 1: browse(File(rest[0]))
    case ("search", let rest) where rest.count == 2: search(File(rest[0]), index: rest[1])
    case ("frames", []): frames()
    case ("page", let rest) where rest.count == 3: page(File(rest[0]), from: Int64(rest[1])!, count: Int(rest[2])!)
    case ("change", let rest) where rest.count == 3:
      change(File(rest[0]), step: Int(rest[1])!, rounds: Int(rest[2])!)
    case ("scan", let rest) where rest.count == 3: scan(File(rest[0]), term: rest[1], count: Int(rest[2])!)
    case ("sort", let rest) where rest.count == 2: sort(File(rest[0]), count: Int(rest[1])!)
    default:
      fail(
        "usage: Floors observe|browse DB, search DB WORDS, frames, page DB KEY N, change DB STEP N, scan DB TERM N, sort DB N"
      )
    }
  }

  static func fail(_ sentence: String) -> Never {
    let text = Array((sentence + "\n").utf8)
    _ = Glibc.write(STDERR_FILENO, text, text.count)
    exit(2)
  }
}
