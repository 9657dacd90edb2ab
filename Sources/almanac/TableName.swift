// A table of any file, as it is named on the command line: only the file tells whether there is one.
import AlmanacRecords
import Databases

/// The name of a table or a view.
struct TableName {
  let name: String

  init(_ arguments: Arguments) throws {
    guard let name = arguments.words.first else { throw UsageError("Say which table: almanac schema names them.") }
    self.name = name
  }

  /// The table. Throws `UsageError` where the file has none of that name. Inside a read.
  func table(_ db: Database) throws -> ListedTable {
    guard let table = try ListedTable.named(name, db) else {
      throw UsageError("There is no table '\(name)': almanac schema names those that there are.")
    }
    return table
  }
}

extension ListedTable {
  /// The records that words name, each once: a word for each column of the identity. Throws `UsageError`.
  func identities(of words: [String]) throws -> [RecordID] {
    let columns = identity.columns
    if columns.isEmpty { throw UsageError("Nothing tells the records of \(name) apart; almanac list shows them.") }
    let isComplete = !words.isEmpty && words.count.isMultiple(of: columns.count)
    guard isComplete else { throw UsageError("A record of \(name) is named by its \(enumeration(columns)).") }
    var seen: Set<RecordID> = []
    return try stride(from: 0, to: words.count, by: columns.count)
      .map { try id(words[$0..<$0 + columns.count]) }
      .filter { seen.insert($0).inserted }
  }

  private func id(_ words: ArraySlice<String>) throws -> RecordID {
    guard case .rowID = identity else { return .key(words.map { .text($0) }) }
    return try BookTable.id(words.first ?? "")
  }
}
