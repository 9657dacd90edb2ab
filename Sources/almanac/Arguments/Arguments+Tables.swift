// The words of a verb that works on a table.
import AlmanacRecords

/// The names of records on the command line: keys, value by value, or conditions that only one record meets.
struct RecordNames {
  var words: ArraySlice<String>
  let conditions: [String]
  /// The time zone of the dates in the conditions.
  let zone: CivilZone
}

extension Arguments.Option {
  /// Names a record by its content.
  static let condition = Arguments.Option.values("where")
  /// The help text of the option.
  static let helpOfCondition = """
      --where COLUMN=VALUE
                      name one record, by what it holds and not by its key, as list does; a view has no key; if you give
                      several, all must hold, and no other record may hold all of them; also != < <= > >=
    """
  /// Also shows tables that modules and SQLite keep for themselves.
  static let all = Arguments.Option.flag("all")
  /// The help text of the option.
  static let helpOfAll = """
      --all           also the tables that SQLite and its modules keep for themselves
    """
}

extension Arguments {
  /// The table in the first word.
  func tableName() throws -> String {
    guard let name = words.first else { throw UsageError("Name a table; almanac schema lists them.") }
    return name
  }

  /// The same, if the other words must name records.
  func tableOfRecords() throws -> String {
    let name = try tableName()
    guard words.count > 1 || has("where") else { throw UsageError("Name the records of \(name) by their keys.") }
    return name
  }

  /// The records named by the words after the table's name and by `--where`.
  var recordNames: RecordNames { RecordNames(words: words.dropFirst(), conditions: values("where"), zone: zone) }

  /// Throws if there are more words than `count`.
  func refuseWords(from count: Int) throws {
    guard words.count > count else { return }
    throw UsageError("'\(words[count])' is one argument too many; --help shows the usage.")
  }
}
