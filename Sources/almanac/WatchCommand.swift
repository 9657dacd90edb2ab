// Tells on standard output of each record that appears, changes or goes.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Dispatch
import Glibc
import Locks
import StructuredQueries

enum WatchCommand: Verb {
  static let name = "watch"
  static let options = BookFile.readingArguments + [.all]

  static let usage = ["watch TABLE [--all]"]

  static let help = """
    Follows a table or a view of any SQLite file, and prints a line of JSON for each record that appears, changes or goes,
    whichever program wrote it:

      {"change":"insert|update|delete","table":"users","key":{"id":7},"old":{...},"new":{...}}

    It shows what other programs have changed since its last look. It looks at once, at most every 16 ms, and in a large
    table so seldom that it takes a fifth of a processor. An insert has no old, a delete no new. Almanac holds up to 64 MiB
    of old values, those that changed last before others; where it holds none, old is left out. Besides that it takes 16
    bytes for each record, or about 250 and the key in a table without rowids. Values are those of show --json. The key is
    the one that show takes; for a delete whose values were not held it is the rowid. In a view the key is null, a change
    is a delete and an insert, and the watch ends if the records hold more than 64 MiB.
    The watch ends when its reader goes, when the file is gone, damaged or replaced, when the table can't be read or has
    other columns, and by Ctrl-C.

    \(Arguments.Option.helpOfAll)
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --read-only     change nothing; leave an older book as it is
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    let name = try arguments.tableName()
    try arguments.refuseWords(from: 1)
    let file = try BookFile(arguments, isFollowed: true, acceptsAny: true)
    let showsAll = arguments.has("all")
    let signal = try await file.read { connection in
      if let error = connection.frozenBy {
        let reason = error.isFull ? "the disk is full" : "its folder can't be written"
        throw CommandFailure("\(file.path) can't be followed: it is read as it stood, since \(reason).")
      }
      do {
        return try await watch(name, showsAll: showsAll, connection)
      } catch let error as DatabaseError where !error.isBusy {
        throw CommandFailure(
          "\(file.path) can't be read: \(sentence(error)). The watch ends: start it again when the file can be read.")
      }
    }
    if let signal { EndingSignals.pass(on: signal) }
  }

  /// Why a watch ends.
  private enum Ending {
    case signal(Int32)
    case readerGone
    case failure(any Error)
  }

  /// Watches until a signal comes, which is returned, or the reader has gone, or something fails.
  private static func watch(_ name: String, showsAll: Bool, _ connection: SQLiteConnection) async throws -> Int32? {
    let ending = FirstValue<Ending>()
    let signals = EndingSignals { ending.give(.signal($0)) }
    defer { signals.cancel() }
    try StandardStreams.whenReaderGoes { ending.give(.readerGone) }
    let look: @Sendable () -> Void = {
      if let what = lossOfFile(connection.status.condition) { ending.give(.failure(CommandFailure(what))) }
    }
    let observation = connection.observeStatus(look)
    // The file may have been replaced since it was opened.
    look()
    defer { withExtendedLifetime(observation) {} }
    let table = try await connection.read { db in try FileTable(name, showsAll: showsAll, db) }
    let task = Task {
      do {
        try await TableWatch(table.table, in: connection).run {
          guard StandardStreams.isTerminal else { return }
          StandardStreams.complain("Watching \(table.table.name); Ctrl-C ends.")
        } _: { events in
          try await StandardStreams.writeElsewhere { output in
            for event in events { try write(event, table, to: &output) }
          }
        }
      } catch {
        ending.give(.failure(error))
      }
    }
    defer { task.cancel() }
    switch await ending.value {
    case .signal(let number): return number
    case .readerGone: return nil
    case .failure(let error): throw error
    }
  }

  /// Why a watch of the file ends, in a sentence; `nil` while it stands.
  private static func lossOfFile(_ condition: FileStatus.Condition) -> String? {
    switch condition {
    case .present: nil
    case .deleted: "The file is no longer there; the watch ends."
    case .damaged: "The file is damaged or replaced; the watch ends."
    case .replaced: "Another file stands in its place; the watch ends."
    }
  }

  private static func write(_ event: RecordEvent, _ table: FileTable, to output: inout OutputText) throws {
    try output.write("{\"change\":\"\(event.change.rawValue)\",\"table\":\(JSONText.quoted(table.table.name))")
    if event.change != .renumbered {
      try output.write(",\"key\":")
      try writeKey(of: event, table, to: &output)
    }
    for (name, values) in [("old", event.old), ("new", event.new)] {
      guard let values else { continue }
      try output.write(",\"\(name)\":")
      try RecordText(table.table, values).writeJSON(to: &output)
    }
    try output.write("}\n")
  }

  /// Writes the key by which the record was known before the event: as far as it was held, the one that names it.
  private static func writeKey(of event: RecordEvent, _ table: FileTable, to output: inout OutputText) throws {
    guard !table.key.isEmpty else { return try output.write("null") }
    var key = table.table.identity.columns.enumerated().map { index, name in
      (name, SQLiteValue(event.id.values[index]))
    }
    if key.map(\.0) != table.key, let values = event.old ?? event.new {
      key = table.key.map { ($0, values[table.table.cell(of: $0)]) }
    }
    for (index, (name, value)) in key.enumerated() {
      try output.write("\(index == 0 ? "{" : ",")\(JSONText.quoted(name)):")
      try value.writeJSON { try output.write($0) }
    }
    try output.write("}")
  }
}
