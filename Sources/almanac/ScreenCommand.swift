// The screen: opens the book on the terminal and stays until the person leaves.
import Activities
import AlmanacFeatures
import AlmanacRecords
import CursesTerminals
import Databases
import Glibc
import Terminals

enum ScreenCommand: Verb {
  static let name = "screen"
  static let options = BookFile.arguments

  static let help = """
    almanac shows a book of facts and users, live: whoever changes the file, the screen follows.

    usage: almanac [FILE] [--create] [--sample | --empty] [--read-only]
           almanac list facts|users [--search TEXT] [--where COLUMN=VALUE]... [--sort COLUMN[:desc]] [--limit N]
                                    [--json | --csv | --tsv]
           almanac show facts|users ID [--json]
           almanac add facts TEXT
           almanac add users --name NAME --email E-MAIL [--inactive]
           almanac edit facts|users ID COLUMN=VALUE...
           almanac toggle users ID
           almanac delete facts|users ID...
           almanac watch facts|users
           almanac stats [--json]
           almanac script KEYS [--size COLUMNSxROWS] [--now TIME] [--write]
           almanac --help | --version

      FILE            the book; --file FILE and ALMANAC_FILE name it too, for every verb; else your own book,
                      which is made with samples when it is first asked for
      --create        make the file where it isn't there
      --sample        fill an empty book with samples
      --empty         begin your own book without samples
      --read-only     change nothing

    Every verb has --help. On the screen, ? tells the keys.

    """

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count < 2 else {
      throw UsageError("There is no verb '\(arguments.words[0])', and only one file can be shown.")
    }
    let file = try BookFile(arguments, word: arguments.words.first)
    // Before the book is opened, and perhaps made.
    do {
      try CursesTerminal.Configuration().check()
    } catch {
      throw UsageError("\(error)")
    }
    let signal = try await file.use { connection in try await show(connection, path: file.path) }
    // The shell should see what ended it.
    if let number = signal {
      Glibc.signal(number, SIG_DFL)
      kill(getpid(), number)
    }
  }

  /// Stays until the person leaves, or a signal ends the program, which is then returned.
  @MainActor
  private static func show(_ connection: SQLiteConnection, path: String) async throws -> Int32? {
    let terminal = try CursesTerminal()
    // Somebody sees how long, and can give up.
    connection.waitForLocks(atMost: nil)
    let session = Session(
      connection: connection, terminal: terminal, file: OpenFile(path: path, isReadOnly: connection.isReadOnly),
      clock: .timeOfDay)
    let signal = await withCheckedContinuation { (continuation: CheckedContinuation<Int32?, Never>) in
      var ending: Int32?
      session.onEnd = { continuation.resume(returning: ending) }
      terminal.onTerminate = { signal in
        ending = signal
        session.handle(.end)
      }
    }
    terminal.close()
    // What the person asked for just before is still written, unless somebody's lock lasts.
    connection.waitForLocks(atMost: .seconds(5))
    await connection.endReads()
    await connection.activity.settled()
    return signal
  }
}
