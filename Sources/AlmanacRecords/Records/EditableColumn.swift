// The columns that a person may change, and how typed text becomes a value.
public import Databases

/// A column that a person may change.
public struct EditableColumn: Hashable, Sendable {
  /// The kind of value that a field of a form takes.
  public enum Kind: Hashable, Sendable {
    /// A text that is not only white space.
    case text
    /// An e-mail address: some text, an `@`, some text.
    case email
    /// 1 or 0.
    case flag
    /// A value of any storage class; text as typed, with any number of lines.
    case value
  }

  /// The value that SQLite stores if a new record leaves the column out.
  public enum Default: Hashable, Sendable {
    /// NULL.
    case null
    /// The value of an expression from the schema.
    case expression(String)
    /// An unused number: the column is the rowid.
    case rowID
  }

  /// The expected form of a text in a column.
  public enum Promise: Hashable, Sendable {
    /// Yes or no.
    case flag
    /// A number.
    case number
    /// A text in JSON.
    case json
  }

  /// The name in the table.
  public var name: String
  /// The label in a form.
  public var label: String
  /// The kind of value that the field takes.
  public var kind: Kind
  /// The initial value of the field for a new record, which is written if the person types nothing; nil to write
  /// nothing then.
  public var start: ExactValue?
  /// Whether NULL is refused.
  public var isNotNull = true
  /// Whether only a new record takes a value.
  public var isFixed = false
  /// The value of the column in a new record that leaves it out.
  public var defaultValue = Default.null
  /// The form that the declared type promises, though SQLite stores any text; nil for none.
  public var promise: Promise?
  /// The affinity, which converts written values.
  public var affinity = Affinity.blob
  /// Whether SQLite refuses a value that is not of the declared type.
  public var isStrict = false
  /// The declared type if it says more than the values do; otherwise empty.
  public var declaredType = ""
  /// The collation that compares values if no two records may have the same; nil if they may.
  public var uniqueCollation: String?

  /// The reason that a text is not a value of a column.
  public enum Problem: Error, Hashable, Sendable {
    /// The text has only white space.
    case empty
    /// The text has no `@` with something on both sides.
    case noEMailAddress
    /// The text is neither yes nor no.
    case noFlag
  }

  /// Makes a column of a book that must have a text.
  public static func text(_ name: String, label: String) -> Self {
    Self(name: name, label: label, kind: .text, start: .text(""))
  }

  /// Makes a column of a book for an e-mail address, unique among records.
  public static func email(_ name: String, label: String) -> Self {
    Self(name: name, label: label, kind: .email, start: .text(""), uniqueCollation: "NOCASE")
  }

  /// Makes a column of a book for yes or no.
  public static func flag(_ name: String, label: String) -> Self {
    Self(name: name, label: label, kind: .flag, start: .integer(1))
  }

  /// The value of a typed `text` in a field that contained `old`. A column for a kind of text takes it without white
  /// space at its ends. Any other column takes the text itself, which SQLite converts by affinity; but a number typed
  /// over a number stays a number, even without an affinity.
  public func value(of text: String, over old: ExactValue? = nil) throws(Problem) -> ExactValue {
    let trimmed = text.trimmedOfWhitespace
    switch kind {
    case .text, .email:
      guard !trimmed.isEmpty else { throw .empty }
      guard kind == .text || trimmed.utf8.dropFirst().dropLast().contains(UInt8(ascii: "@")) else {
        throw .noEMailAddress
      }
      return .text(trimmed)
    case .flag:
      guard let isOn = Self.flag(trimmed) else { throw .noFlag }
      return .integer(isOn ? 1 : 0)
    case .value:
      guard old?.isNumber == true, let number = ExactValue(number: text) else { return .text(text) }
      // Only the text has all digits of an integer that can't be stored, and is refused for it.
      if case .beyond(let stored)? = StoredNumber(.text(text), in: .numeric), stored.isFinite { return .text(text) }
      return number
    }
  }

  /// Whether a word means yes or no.
  public static func isFlag(_ word: String) -> Bool { flag(word) != nil }

  /// The value of a word for yes or no; nil for any other word.
  static func flag(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }
}

/// The error that a text is not a value of a column.
public struct UnusableText: SentenceError, Hashable {
  /// The problem.
  public let problem: EditableColumn.Problem
  /// The label of the column.
  public let name: String
  /// The text.
  public let text: String

  /// Makes an error about a text for a column.
  public init(problem: EditableColumn.Problem, name: String, text: String) {
    (self.problem, self.name, self.text) = (problem, name, text)
  }

  public var description: String {
    switch problem {
    case .empty: "\(name) must not be empty."
    case .noEMailAddress: "\(name) must be an e-mail address, not '\(text)'."
    case .noFlag: "\(name) must be yes or no (or true, false, 1, 0), not '\(text)'."
    }
  }
}

extension ListedTable {
  /// Whether a column is shown as yes or no.
  public func isFlag(_ column: String) -> Bool {
    style.listColumns.contains { $0.column == column && $0.format == .flag }
  }
}

extension ExactValue {
  /// Whether it is an integer or a real number.
  public var isNumber: Bool {
    switch self {
    case .integer, .real: true
    case .null, .text, .utf16, .blob: false
    }
  }

  /// Reads a number as SQL or Almanac writes it: `-7`, `0.5`, `1e-3`, `inf`. Nil for any other text.
  public init?(number text: String) {
    if let integer = Int(text) {
      self = .integer(integer)
    } else if ["inf", "-inf"].contains(text) || text.utf8.allSatisfy(Self.isOfNumbers), let number = Double(text) {
      self = .real(number)
    } else {
      return nil
    }
  }

  private static func isOfNumbers(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }
}
