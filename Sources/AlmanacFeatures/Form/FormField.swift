// A field of a form, and what is wrong with it.
public import AlmanacRecords
public import Databases

/// A field of a form: what it is, what is in it, and what it was filled with.
public struct FormField: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case text(TextInput)
    case toggle(Bool)
    /// A value that can't be typed, a blob say: it is shown, and left as it is.
    case fixed(ExactValue)
  }

  /// The column that it is for, and what that takes for a value.
  public let column: EditableColumn
  public private(set) var kind: Kind
  /// What the record held when the field was filled from it; of a new record, what the field begins with.
  public private(set) var base: ExactValue
  /// Whether something else than `base` was typed.
  public private(set) var isChanged = false

  /// A field of a new record: a toggle is on.
  public init(_ column: EditableColumn) {
    self.column = column
    kind = column.kind == .flag ? .toggle(true) : .text(TextInput())
    base = .null
    base = value
  }

  public var label: String { column.label }
  private var isToggle: Bool { column.kind == .flag }
  /// Whether no other record may hold the same.
  public var isUnique: Bool { column.kind == .email }
  /// The name of its column.
  public var key: String { column.name }
  /// Whether it must hold something besides white space.
  public var isRequired: Bool { column.kind != .flag }

  /// Takes over what the record holds; what was typed is lost.
  public mutating func fill(from value: ExactValue) {
    base = value
    isChanged = false
    if isToggle, case .integer(let number) = value {
      kind = .toggle(number != 0)
    } else if !isToggle, let text = value.string {
      kind = .text(TextInput(text))
    } else {
      kind = .fixed(value)
    }
  }

  /// Edits the text in it. Returns whether that changed the text.
  public mutating func edit(_ edit: TextEdit) -> Bool {
    guard case .text(var input) = kind else { return false }
    input.apply(edit)
    kind = .text(input)
    if !edit.isMotion, case .text(let bytes) = base { isChanged = !input.hasBytes(bytes) }
    return !edit.isMotion
  }

  /// Takes over what stands in the same field of another form, as if it had been typed here.
  public mutating func take(over field: FormField) {
    switch (field.kind, kind) {
    case (.text(let input), .text):
      kind = .text(input)
      if case .text(let bytes) = base { isChanged = !input.hasBytes(bytes) }
    case (.toggle(let isOn), .toggle(let wasOn)): if isOn != wasOn { toggle() }
    default: break
    }
  }

  /// Switches a toggle on or off.
  public mutating func toggle() {
    guard case .toggle(let isOn) = kind, case .integer(let number) = base else { return }
    kind = .toggle(!isOn)
    isChanged = (number != 0) == isOn
  }

  /// Whether it is no e-mail address where one belongs.
  public var isNoEMailAddress: Bool {
    guard column.kind == .email, case .text(let input) = kind else { return false }
    do throws(EditableColumn.Problem) {
      _ = try column.value(of: input.text)
      return false
    } catch {
      return error == .noEMailAddress
    }
  }

  /// Whether there is no text in it but white space.
  public var isBlank: Bool {
    if case .text(let input) = kind { input.isBlank } else { false }
  }

  /// The text in it as it is saved when it was typed: without white space at its ends.
  public var trimmedText: String {
    if case .text(let input) = kind { input.text.trimmedOfWhitespace } else { "" }
  }

  /// What is saved of it, when something was typed.
  public var value: ExactValue {
    switch kind {
    case .text: .text(trimmedText)
    case .toggle(let isOn): .integer(isOn ? 1 : 0)
    case .fixed(let value): value
    }
  }
}

/// What is wrong with a field, in the words that stand beside it.
public enum FieldProblem: String, Hashable, Sendable {
  case required
  case noEMailAddress = "not an e-mail address"
  case taken = "already taken"

  /// What saving needs, in the words for a field with that label.
  func need(_ label: String) -> String {
    switch self {
    case .required: label
    case .noEMailAddress: "valid \(label)"
    case .taken: "free \(label)"
    }
  }
}
