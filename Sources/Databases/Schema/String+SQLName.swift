// Names as SQLite compares them, ignoring the case of A to Z, and as SQL writes them.

import CSQLite

extension String {
  /// The string with A–Z as a–z and all other characters unchanged.
  package var lowercasedASCII: String {
    guard utf8.contains(where: { $0 >= 65 && $0 <= 90 }) else { return self }
    return String(decoding: utf8.map { $0 >= 65 && $0 <= 90 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether SQLite considers two names equal: same bytes, ignoring the case of A to Z. Strings with different bytes
  /// may be equal in Swift.
  package func isSameName(as other: String) -> Bool {
    func lowercased(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 0x20 : byte }
    return utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
  }

  /// The string as a quoted name in SQL. It uses backticks, because SQLite takes an unknown name in double quotes for a
  /// text: a column that another program has dropped would then contain its own name.
  package var quotedName: String { quoted(UInt8(ascii: "`")) }

  /// The same in double quotes, as in standard SQL: for statements that a person or another program runs.
  package var sqlName: String { quoted(UInt8(ascii: "\"")) }

  private func quoted(_ mark: UInt8) -> String {
    // By bytes: a combining mark after the quotation mark would form another character with it.
    var quoted = [mark]
    for byte in utf8 {
      if byte == mark { quoted.append(mark) }
      quoted.append(byte)
    }
    quoted.append(mark)
    return String(decoding: quoted, as: UTF8.self)
  }

  /// Whether the string is one SQL statement, with only blanks after it. One with very many semicolons counts as
  /// several: SQLite starts from the beginning for each of them.
  package var isOneStatement: Bool {
    let ends = utf8.indices.filter { utf8[$0] == UInt8(ascii: ";") }
    guard ends.count < 500 else { return false }
    for end in ends {
      let start = self[...end]
      if sqlite3_complete(String(start)) != 0 { return self[start.endIndex...].allSatisfy(\.isWhitespace) }
    }
    return true
  }

  /// The table of the main database with this name, in SQL: a temporary one of the same name would come first.
  package var quotedTable: String { "main." + quotedName }
}
