// A field of a form, and what is wrong with it.
import AlmanacRecords

/// A field of a form: what it is, what is in it.
public struct FormField: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case text(TextInput)
    case toggle(Bool)
  }

  /// The column that it is for.
  public var key: String
  public var label: String
  public var kind: Kind
  /// Whether it must hold something besides white space.
  public var isRequired: Bool
  /// Whether no other record may hold the same.
  public var isUnique: Bool

  public init(key: String, label: String, kind: Kind, isRequired: Bool = false, isUnique: Bool = false) {
    self.key = key
    self.label = label
    self.kind = kind
    self.isRequired = isRequired
    self.isUnique = isUnique
  }

  /// The text in it as it is saved: without white space at its ends.
  public var trimmedText: String {
    if case .text(let input) = kind { input.text.trimmedOfWhitespace } else { "" }
  }
}

/// What is wrong with a field, in the words that stand beside it.
public enum FieldProblem: String, Hashable, Sendable {
  case required
  case taken = "already taken"
}

extension [FormField] {
  /// The text of the field for a column, trimmed.
  func text(_ key: String) -> String { first { $0.key == key }?.trimmedText ?? "" }

  /// Whether the toggle for a column is on.
  func isOn(_ key: String) -> Bool {
    if case .toggle(let isOn) = first(where: { $0.key == key })?.kind { isOn } else { false }
  }
}
