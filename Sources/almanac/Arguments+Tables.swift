// The words of a verb that works on a table.

extension Arguments.Option {
  /// Shows the tables too that modules and SQLite keep for themselves.
  static let all = Arguments.Option.flag("all")
  /// What the help of a verb says about it.
  static let helpOfAll = """
      --all           also the tables that SQLite and its modules keep for themselves
    """
}

extension Arguments {
  /// The table that the first word names.
  func tableName() throws -> String {
    guard let name = words.first else { throw UsageError("Name a table; almanac schema lists them.") }
    return name
  }

  /// The same, where the other words are to name records.
  func tableOfRecords() throws -> String {
    let name = try tableName()
    guard words.count > 1 else { throw UsageError("Name the records of \(name) by their keys.") }
    return name
  }

  /// Throws if there are more words than `count`.
  func refuseWords(from count: Int) throws {
    guard words.count > count else { return }
    throw UsageError("'\(words[count])' is one argument too many; --help shows the usage.")
  }
}
