// The words of a verb that works on a table.
import AlmanacRecords

/// The names of records on the command line: keys, value by value, or conditions.
struct RecordNames {
  var words: ArraySlice<String>
  let conditions: [String]
  /// How many records may meet the conditions.
  let number: Number

  enum Number {
    /// One.
    case one
    /// One, or as many as `--count` says; nil if it says nothing.
    case counted(Int?)
    /// As many as there are.
    case any
  }

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
  /// The number of records that conditions name.
  static let count = Arguments.Option.value("count")
  /// The help text of the option.
  static let helpOfCount = """
      --count N       take all records that --where names, which must be N; --dry-run tells how many they are
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

  /// The records named by the words after the table's name and by `--where`. `areCounted`: whether `--count` allows
  /// several. Throws `UsageError`.
  func recordNames(areCounted: Bool) throws -> RecordNames {
    var number = areCounted ? RecordNames.Number.counted(nil) : .one
    if areCounted, let text = value("count") {
      guard has("where") else { throw UsageError("--count belongs to --where: keys name the records one by one.") }
      guard let count = Int(text), count > 0 else {
        throw UsageError("--count takes a number from 1 on, not '\(text)'.")
      }
      number = .counted(count)
    } else if areCounted, has("dry-run") {
      number = .any
    }
    return RecordNames(words: words.dropFirst(), conditions: values("where"), number: number, zone: zone)
  }

  /// Throws if there are more words than `count`.
  func refuseWords(from count: Int) throws {
    guard words.count > count else { return }
    throw UsageError("'\(words[count])' is one argument too many; --help shows the usage.")
  }
}
