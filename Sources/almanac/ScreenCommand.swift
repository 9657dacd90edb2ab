// The screen: opens the book on the terminal and stays until the person leaves.
import Activities
import AlmanacFeatures
import AlmanacRecords
import CursesTerminals
import Databases
import Dispatch
import Glibc
import Observing
import Terminals

enum ScreenCommand: Verb {
  static let name = "almanac"
  static let options = BookFile.options

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count < 2 else {
      throw UsageError(description: "almanac: there is no verb '\(arguments.words[0])', and only one file can be shown.")
    }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw UsageError(
        description: "The screen needs a terminal for input and output; almanac list and almanac script work without.")
    }
    let word = arguments.words.first
    let connection = try await BookFile.open(arguments, word: word)
    do {
      try await show(connection, path: try BookFile.path(arguments, word: word).path)
    } catch {
      await connection.close()
      throw error
    }
    await connection.close()
  }

  @MainActor
  private static func show(_ connection: SQLiteConnection, path: String) async throws {
    let terminal = try CursesTerminal()
    let session = Session(
      connection: connection, terminal: terminal, file: OpenFile(path: path, isReadOnly: connection.isReadOnly),
      clock: .real)
    await withCheckedContinuation { continuation in
      session.onEnd = { continuation.resume() }
      terminal.onTerminate = { _ in session.handle(.end) }
    }
    terminal.close()
  }
}

extension ScreenClock {
  /// The time of day, and the main queue.
  static let real = ScreenClock(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    },
    schedule: { seconds, action in
      DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { MainActor.assumeIsolated(action) }
    })
}

extension ScreenCommand {
  static let help = """
    almanac shows a book of facts and users, live: whoever changes the file, the screen follows.

    usage: almanac [FILE] [--create] [--sample | --empty] [--read-only]
           almanac list TABLE [--search TEXT] [--limit N] [--json | --csv | --tsv]
           almanac add facts TEXT
           almanac add users --name NAME --email E-MAIL [--inactive]
           almanac script KEYS --size COLUMNSxROWS [--now TIME] [--write]
           almanac --help | --version

      FILE          the book; --file FILE and ALMANAC_FILE name it too, for every verb; else your own book
      --create      make the file where it isn't there
      --sample      fill an empty book with samples
      --empty       leave a new book empty
      --read-only   change nothing

    Every verb has --help. On the screen, ? tells the keys.

    """
}
