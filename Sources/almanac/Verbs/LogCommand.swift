// Lists the steps that undo can take back.
import AlmanacFeatures
import AlmanacRecords
import Databases

enum LogCommand: Verb {
  static let name = "log"
  static let options = BookFile.readingArguments + [.flag("json"), .utc]
  static let usage = ["log [--json] [--utc]"]

  static let help = """
    Lists the changes that Almanac has made to a file and can take back: the next one to undo first, a line each, after
    those that redo would make again. Changes of other programs are not among them.

      --json          an object on each line: label, table, rows, at (in UTC), and undone: whether it was taken back
    \(Arguments.Option.helpOfUTC)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --read-only     change nothing
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    try arguments.refuseWords(from: 0)
    let file = try BookFile(arguments, acceptsAny: true)
    let isReadOnly = file.options.isReadOnly
    let steps = try await file.use { connection in
      guard let keeper = StepKeeper.file(of: file.path, isReadOnly: isReadOnly) else { return StepKeeper.Steps() }
      defer { keeper.tellTrouble() }
      return try await connection.read { db in keeper.steps(db) }
    }
    let lines =
      steps.undone.map { line($0, isUndone: true, arguments) }
      + steps.done.reversed().map { line($0, isUndone: false, arguments) }
    try StandardStreams.write { output in
      for line in lines { try output.write(line + "\n") }
    }
  }

  private static func line(_ step: KeptStep, isUndone: Bool, _ arguments: Arguments) -> String {
    guard arguments.has("json") else {
      return "\(arguments.zone.text(of: step.madeAt).time)  \(step.label)\(isUndone ? " (undone)" : "")"
    }
    let quoted = JSONText.output.quoted
    let at = CivilZone.utc.text(of: step.madeAt).time
    return
      "{\"label\":\(quoted(step.label)),\"table\":\(quoted(step.table)),\"rows\":\(step.change.recordCount),"
      + "\"at\":\(quoted(at)),\"undone\":\(isUndone)}"
  }
}
