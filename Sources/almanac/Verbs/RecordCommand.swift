// Keeps each change that any program makes to a file.
import Activities
import AlmanacRecords
import Databases
import Glibc

enum RecordCommand: Verb {
  static let name = "record"
  static let options =
    BookFile.readingArguments + [
      .value("to"), .value("size"), .value("keep"), .flag("sql"), .flag("undo-sql"),
    ]

  static let usage = ["record [FILE] [--to RECORD] [--size MB] [--keep N] [--sql | --undo-sql]"]

  static let help = """
    Follows an SQLite file, and keeps each change that any program makes to it in a record, which only you can read. The
    record has the lines of almanac watch, and after the lines of one or several commits the moment by which it had them:

      {"change":"recorded","commit":7,"at":"2026-01-31 12:00:00.250","count":1207}

    count is SQLite's own count of the file's commits, where it has one. The screen of the file begins its list of changes
    with the record in your state folder, if that has JSON.

    A record is continued when almanac record starts again, after a crash or a kill too: what is not whole is taken off
    its end, the numbers of the commits go on, and a line says between which moments nobody has recorded:

      {"change":"unknown","reason":"nothing was recorded from 2026-01-31 12:00:00.250 to ...","commit":7}

    It ends by Ctrl-C, by SIGTERM, and with a sentence when the file is gone, damaged or replaced, or when the record
    can't be written. The first line names the file by its number in the file system: a record of another file, and what
    is no record, stays as it is, and so do files with the names of former records. Without --to the record is in your state folder, under the identity of the file; the first line of
    output says where.

      --to RECORD     the record; it must be a new file, or a record
      --size MB       begin a new record when this one has so many megabytes; 64. The former one is RECORD.1, the one
                      before RECORD.2
      --keep N        keep so many former records; 9
      --sql           statements that make the same changes elsewhere, in place of JSON; see almanac watch --help
      --undo-sql      statements that take the changes back: tac RECORD runs them in the opposite order
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --read-only     change nothing; leave an older book as it is
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let form = try WatchOutput.Form(arguments)
    let limits = ChangeRecord.Limits(
      byteCount: try number(arguments, "size", in: 1...1_000_000) { $0 << 20 } ?? 64 << 20,
      formerCount: try number(arguments, "keep", in: 0...1_000) { $0 } ?? 9)
    try arguments.refuseWords(from: 1)
    let file = try BookFile(arguments, word: arguments.words.first, isFollowed: true, acceptsAny: true)
    let place = arguments.value("to")
    try await WatchCommand.follow(file, as: name) { connection in
      guard let path = place ?? StateFolder(of: file.path)?.makeRecord() else {
        throw CommandFailure("There is no state folder for the record: name a file with --to.")
      }
      let record = try ChangeRecord(path, of: file.path, form, limits)
      let output = WatchOutput(form, [], connection, after: record.number) { try await record.write($0, $1, $2) }
      let count = try await connection.read { try $0.snapshotCommit() }
      let reader = try await CommitStream(connection).reader(holding: connection.activity)
      try await record.begin(after: count)
      try StandardStreams.write("Recording \(file.path) in \(path); Ctrl-C ends.\n")
      return try await WatchCommand.untilEnded(connection, endsWithReader: false) {
        try await reader.read { try await output.write($0) }
      } finish: {
        // What was committed before the signal is recorded.
        try await connection.lookForOutsideChanges()
        await connection.activity.settled()
      }
    }
  }

  private static func number(
    _ arguments: Arguments, _ name: String, in range: ClosedRange<Int>, _ body: (Int) -> Int
  ) throws -> Int? {
    guard let text = arguments.value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("--\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'.")
    }
    return body(number)
  }
}
