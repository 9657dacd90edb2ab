// Names as SQLite compares them, without the case of A to Z, and as SQL writes them.

extension String {
  /// The string with A–Z as a–z and all other characters as they stand.
  package var lowercasedASCII: String {
    guard utf8.contains(where: { $0 >= 65 && $0 <= 90 }) else { return self }
    return String(decoding: utf8.map { $0 >= 65 && $0 <= 90 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// The string as a quoted name in SQL.
  package var quotedName: String {
    // By scalars: a mark behind a quote makes another character of it.
    var quoted = "\""
    for scalar in unicodeScalars {
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
