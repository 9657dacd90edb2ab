// Deletes records.
import AlmanacRecords
import Databases
import StructuredQueries

enum DeleteCommand: Verb {
  static let name = "delete"
  static let options = BookFile.changingArguments

  static let usage = ["delete facts|users ID..."]

  static let help = """
    Deletes records and prints their IDs, a line each. All of them or none: where one does not exist, nothing is deleted.
    Nothing brings them back: what may be wanted again is deleted on the screen, which has undo.

      --file FILE     the book; without it, the one that ALMANAC_FILE names, or your own
      --help, --version

    """

  static func run(_ arguments: Arguments) async throws {
    guard arguments.words.count > 1 else { throw UsageError("Say which records: facts or users, and their IDs.") }
    let table = try BookTable.named(arguments.words[0])
    var ids: [Int] = []
    var seen: Set<Int> = []
    for word in arguments.words.dropFirst() {
      let id = try BookTable.id(word)
      if seen.insert(id).inserted { ids.append(id) }
    }
    try await delete(table, ids, arguments)
  }

  private static func delete(_ table: ListedTable, _ ids: [Int], _ arguments: Arguments) async throws {
    try await BookFile(arguments).write(failure: "Nothing was deleted") { db in
      let deleted = Set(try table.deleteForGood(ids, db))
      let missing = ids.filter { !deleted.contains($0) }
      guard missing.isEmpty else { throw RecordsMissing(table: table.name, ids: missing) }
    }
    let deleted = ids.map(String.init)
    try StandardStreams.write(
      deleted.joined(separator: "\n") + "\n",
      afterwards:
        "\(ids.count == 1 ? "Record" : "Records") \(enumeration(deleted)) \(ids.count == 1 ? "was" : "were") deleted.")
  }
}

/// Some of the records that were to be deleted do not exist.
private struct RecordsMissing: Error, CustomStringConvertible {
  let table: String
  let ids: [Int]

  var description: String {
    if ids.count == 1 { return "\(RecordGone(table: table, id: ids[0]))" }
    // Of very many the first tell enough.
    let some = ids.prefix(8).map(String.init)
    let names = ids.count > some.count ? some.joined(separator: ", ") + " and others" : enumeration(some)
    return "There are no records \(names) in \(table)."
  }
}
