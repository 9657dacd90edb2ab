// The tables of a book, as named on the command line.
import AlmanacRecords

/// Finds a table of a book by its name.
enum BookTable {
  static func named(_ name: String) throws -> ListedTable {
    guard let table = ListedTable.ofBook.first(where: { $0.isNamed(name) }) else {
      throw UsageError("There is no table '\(name)'; there are facts and users.")
    }
    return table
  }
}
