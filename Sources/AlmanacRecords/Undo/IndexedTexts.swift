// Checks whether a search index finds the texts of the table that it indexes.

import Databases

/// Some rows of a search index without content of its own. A program may have indexed other texts than the content, for
/// example without accents or in lower case.
struct IndexedTexts {
  private let index: String
  private let columns: [String]
  private let sizes: String
  private let database: Database

  /// The number of rows examined from either end; below, the examined words and characters of a text.
  private static let rowCount = 4
  private static let wordCount = 8
  private static let textLength = 1_000

  /// Takes an index. `sizes`: the table that lists its rows.
  init(index: String, _ columns: [String], sizes: String, _ database: Database) {
    (self.index, self.columns, self.sizes, self.database) = (index.quotedTable, columns, sizes.quotedTable, database)
  }

  /// Whether the index finds each examined row, and the first and last of `others`, by the beginning of each of its texts.
  /// False if the index can't be queried like this.
  func areContent(of others: [Int]) throws -> Bool {
    do {
      return try rowIDs.union(others.prefix(Self.rowCount) + others.suffix(Self.rowCount)).allSatisfy { id in
        try texts(of: id).allSatisfy { column, text in try isFound(text, in: column, of: id) }
      }
    } catch is DatabaseError {
      try database.checkCancellation()
      return false
    }
  }

  private var rowIDs: Set<Int> {
    get throws {
      var ids: Set<Int> = []
      for direction in ["ASC", "DESC"] {
        try database.internalRows("SELECT rowid FROM \(sizes) ORDER BY rowid \(direction) LIMIT \(Self.rowCount)") {
          ids.insert($0.integer(0))
        }
      }
      return ids
    }
  }

  /// The beginnings of the texts of a row in the content.
  private func texts(of id: Int) throws -> [(column: String, text: String)] {
    var texts: [(column: String, text: String)] = []
    let read = columns.map { "substr(\($0.quotedName), 1, \(Self.textLength))" }.joined(separator: ", ")
    try database.internalRows("SELECT \(read) FROM \(index) WHERE rowid = ?", exactly: [.integer(id)]) { row in
      texts = columns.enumerated().map { ($1, row.text(Int32($0))) }
    }
    return texts
  }

  /// Whether the index finds a row by the first words of a text as a phrase. True for a text without words, which no
  /// search finds.
  private func isFound(_ text: String, in column: String, of id: Int) throws -> Bool {
    let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "\"" || $0 == "*" })
    // The last word may be incomplete.
    let whole = (text.count < Self.textLength ? words : words.dropLast()).prefix(Self.wordCount)
    guard whole.contains(where: { $0.contains { $0.isLetter || $0.isNumber } }) else { return true }
    var isFound = false
    try database.internalRows(
      "SELECT 1 FROM \(index) WHERE \(column.quotedName) MATCH ? AND rowid = ?",
      exactly: [.text(Array("\"\(whole.joined(separator: " "))\"".utf8)), .integer(id)]
    ) { _ in isFound = true }
    return isFound
  }
}
