// The tables of a book, as they are named on the command line.
import AlmanacRecords

/// A table of the book by its name.
enum BookTable {
  static func named(_ name: String) throws -> ListedTable {
    guard let table = ListedTable.ofBook.first(where: { $0.isNamed(name) }) else {
      throw UsageError("There is no table '\(name)'; there are facts and users.")
    }
    return table
  }
}
