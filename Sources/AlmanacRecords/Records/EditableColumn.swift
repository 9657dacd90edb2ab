// The columns that a person may change, and what is taken for a value of theirs.
public import Databases

/// A column that a person may change.
public struct EditableColumn: Hashable, Sendable {
  /// What a field of a form takes.
  public enum Kind: Hashable, Sendable {
    /// Holds something besides white space.
    case text
    /// Holds an e-mail address: some text, an `@`, some text.
    case email
    /// Holds 1 or 0.
    case flag
    /// Holds a value of any storage class; text as it was typed, of any number of lines.
    case value
  }

  /// What SQLite stores if a new record leaves the column out.
  public enum Default: Hashable, Sendable {
    /// NULL.
    case null
    /// The value of an expression, as the schema has it.
    case expression(String)
    /// A number that no other record has: the column is the rowid.
    case rowID
  }

  /// What a text in a column should be.
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
  /// What a form calls it.
  public var label: String
  /// What the field takes.
  public var kind: Kind
  /// What a field of a new record begins with, and what is then written; `nil` where nothing is written untyped.
  public var start: ExactValue?
  /// Whether it takes no NULL.
  public var isNotNull = true
  /// Whether only a new record takes a value.
  public var isFixed = false
  /// What the column holds where nothing is given.
  public var defaultValue = Default.null
  /// What the declared type promises of a text, though SQLite stores any other too; `nil` where it promises nothing.
  public var promise: Promise?
  /// What SQLite makes of a value that is written.
  public var affinity = Affinity.blob
  /// As the schema has it, where that says more than the values do; otherwise empty.
  public var declaredType = ""
  /// How values are compared where no two records may hold the same; `nil` where they may.
  public var uniqueCollation: String?

  /// Why a text is no value of a column.
  public enum Problem: Error, Hashable, Sendable {
    /// Nothing but white space is left.
    case empty
    /// There is no `@` with something on both sides.
    case noEMailAddress
    /// Neither yes nor no.
    case noFlag
  }

  /// A column of a book that must have a text.
  public static func text(_ name: String, label: String) -> Self {
    Self(name: name, label: label, kind: .text, start: .text(""))
  }

  /// A column of a book for an address, another one in each record.
  public static func email(_ name: String, label: String) -> Self {
    Self(name: name, label: label, kind: .email, start: .text(""), uniqueCollation: "NOCASE")
  }

  /// A column of a book that says yes or no.
  public static func flag(_ name: String, label: String) -> Self {
    Self(name: name, label: label, kind: .flag, start: .integer(1))
  }

  /// The value that `text`, as a person typed it, stands for, in a field that was filled with `old`: without white space
  /// at its ends where the column holds a text of a kind. In any other column it is the text itself, which SQLite
  /// converts as the column asks; but a number in the place of a number is one, also where nothing is converted.
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
      return old?.isNumber == true ? ExactValue(number: text) ?? .text(text) : .text(text)
    }
  }

  /// What the words for yes and no say; `nil` for any other.
  static func flag(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }
}

/// A text is no value of a column.
public struct UnusableText: SentenceError, Hashable {
  /// What is wrong with it.
  public let problem: EditableColumn.Problem
  /// What the column is called.
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

  /// The number that a text stands for, as SQL or Almanac writes it: `-7`, `0.5`, `1e-3`, `inf`.
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
