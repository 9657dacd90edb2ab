// How many files the system lets the program have open.
import Databases
import Glibc

enum OpenFiles {
  /// The screen of a file with a log opens up to 27 of its own: the terminal, the event loop, the file and its log by
  /// seven connections, a report of the folder. The rest is for what SQLite opens for a moment.
  private static let needed = 32

  /// Throws where the system does not let so many more be open. Without this, what can't be opened later ends the program
  /// without a word: the event loop does not tell that it has no descriptor.
  static func require() throws(CommandFailure) {
    var opened: [CInt] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      do {
        opened.append(try FileCalls.makeStop())
      } catch {
        throw failure(error, opened.count)
      }
    }
  }

  private static func failure(_ error: SystemCallError, _ count: Int) -> CommandFailure {
    let room = count == 1 ? "1 more file" : "\(count) more files"
    let advice =
      error.code == EMFILE
      ? "Raise the limit, for example by 'ulimit -n 256', and start it again."
      : "The system says: \(error.reason)."
    return CommandFailure("Almanac can open only \(room), and needs \(needed). Nothing was changed. \(advice)")
  }
}
