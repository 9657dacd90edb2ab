// The columns that a person may change, and what is taken for a value of theirs.
public import Databases

/// A column that a person may change.
public struct EditableColumn: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Holds something besides white space.
    case text
    /// Holds an e-mail address: some text, an `@`, some text.
    case email
    /// Holds 1 or 0.
    case flag
  }

  public var name: String
  /// What a form calls it.
  public var label: String
  public var kind: Kind

  /// Why a text is no value of a column.
  public enum Problem: Error, Hashable, Sendable {
    /// Nothing but white space is left.
    case empty
    /// There is no `@` with something on both sides.
    case noEMailAddress
    /// Neither yes nor no.
    case noFlag
  }

  public static func text(_ name: String, label: String) -> Self { Self(name: name, label: label, kind: .text) }
  public static func email(_ name: String, label: String) -> Self { Self(name: name, label: label, kind: .email) }
  public static func flag(_ name: String, label: String) -> Self { Self(name: name, label: label, kind: .flag) }

  /// The value that `text`, as a person typed it, stands for: without white space at its ends, as a form saves it.
  public func value(of text: String) throws(Problem) -> ExactValue {
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

extension ListedTable {
  /// Whether a column says yes or no.
  public func isFlag(_ column: String) -> Bool {
    style.editableColumns.contains { $0.name == column && $0.kind == .flag }
  }
}

extension String {
  /// The text without white space at its ends.
  public var trimmedOfWhitespace: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
