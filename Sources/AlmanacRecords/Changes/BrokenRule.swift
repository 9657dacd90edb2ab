// Describes the rules of a file's schema that a change would break.
public import Databases

/// A rule of the schema that a change would break, from SQLite's message.
public struct BrokenRule: Hashable, Sendable, CustomStringConvertible {
  /// The description, as the rest of a sentence.
  public let description: String

  /// Reads the rule from an error; nil if the cause was not a rule.
  public init?(_ error: DatabaseError) {
    guard let rule = Self.rule(error) else { return nil }
    description = rule
  }

  private static func rule(_ error: DatabaseError) -> String? {
    let message = error.message
    if error.isOfForeignKey {
      // Unlike SQLite's message, that of this program has the rows.
      return message == DatabaseError.foreignKey.message
        ? "a foreign key would name a record that is not there" : message
    }
    if error.isMismatch {
      return "the key of the record must be an integer"
    }
    if error.isOfSchema { return MissingPart(error)?.description }
    switch error.constraint {
    case .check: return rest(of: message, behind: "CHECK constraint failed: ").map { "the file requires \($0)" }
    case .notNull:
      return rest(of: message, behind: "NOT NULL constraint failed: ").map(Column.init)
        .map { "\($0.name) of \($0.table) must not be NULL" }
    case .primaryKey, .unique, .rowID:
      return rest(of: message, behind: "UNIQUE constraint failed: ").map(taken)
    // The author of the file wrote the message.
    case .trigger: return message
    case .dataType: return dataType(message)
    case .foreignKey, nil: return nil
    }
  }

  /// The description of values that must be unique. `names`: `t.a, t.b`, or `index 'name'` for an index over
  /// expressions.
  private static func taken(_ names: String) -> String {
    let table = Column(names).table
    guard !names.hasPrefix("index '"), !table.isEmpty else {
      return "another record has the same values: \(names) is unique"
    }
    let columns = names.split(separator: ",").map { name in
      let name = name.drop { $0 == " " }
      return String(name.hasPrefix(table + ".") ? name.dropFirst(table.count + 1) : name)
    }
    return "another record of \(table) has the same \(columns.joined(separator: " and "))"
  }

  /// `cannot store TEXT value in INTEGER column t.a`
  private static func dataType(_ message: String) -> String? {
    let words = message.split(separator: " ", maxSplits: 7).map(String.init)
    guard words.count == 8, words[0] == "cannot" else { return nil }
    let column = Column(words[7])
    return
      "\(column.name)\(column.table.isEmpty ? "" : " of \(column.table)") takes \(words[5]) values only, not \(words[2])"
  }

  private static func rest(of message: String, behind beginning: String) -> String? {
    message.hasPrefix(beginning) ? String(message.dropFirst(beginning.count)) : nil
  }

  /// `table.column`, as SQLite writes it, split at the first full stop.
  private struct Column {
    var table: String
    var name: String

    init(_ text: String) {
      let stop = text.firstIndex(of: ".")
      table = stop.map { String(text[..<$0]) } ?? ""
      name = stop.map { String(text[text.index(after: $0)...]) } ?? text
    }
  }
}

/// The kind of a constraint: the extended part of the SQLITE_CONSTRAINT codes.
enum Constraint: Int32 {
  case check = 1, foreignKey = 3, notNull = 5, primaryKey = 6, trigger = 7, unique = 8, rowID = 10, dataType = 12
}

extension DatabaseError {
  /// The reason that a statement can't be compiled, as the rest of a sentence: what the file lacks, or SQLite's
  /// message.
  var reason: String { MissingPart(self)?.description ?? message }

  /// SQLite's error for a foreign key that forbids a change.
  public static let foreignKey = DatabaseError(code: 19 | 3 << 8, message: "FOREIGN KEY constraint failed")

  /// The constraint that a change would break; nil if there is none.
  var constraint: Constraint? { isConstraint ? Constraint(rawValue: code >> 8) : nil }

  /// SQLITE_MISMATCH: the rowid would not be an integer.
  var isMismatch: Bool { primaryCode == 20 }

  /// Whether a foreign key forbids it. For RESTRICT SQLite reports a trigger.
  public var isOfForeignKey: Bool { isConstraint && (code >> 8 == 3 || message == Self.foreignKey.message) }
}
