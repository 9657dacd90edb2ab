// A field of a form.
public import AlmanacRecords
public import Databases

/// A field of a form: what it is, what is in it, and what it was filled with.
public struct FormField: Hashable, Sendable {
  /// What stands in the field.
  public enum Content: Hashable, Sendable {
    /// Nothing was typed, and the record is new: the column has its default then.
    case unset
    /// NULL.
    case null
    /// A text, as it is typed.
    case text(TextInput)
    /// Yes or no.
    case toggle(Bool)
    /// A value that can't be typed, a blob say: it is shown, and left as it is.
    case fixed(ExactValue)
  }

  /// The column that it is for, and what that takes for a value.
  public let column: EditableColumn
  /// What stands in the field.
  public private(set) var content = Content.unset
  /// What the record held when the field was filled from it; of a new record, what the field begins with.
  public private(set) var base: ExactValue?
  /// Whether something else than `base` was typed.
  public private(set) var isChanged = false
  /// What stood in the field when the form was filled, where another program has written something else since and nothing
  /// was typed.
  var former: ExactValue?

  /// A field of a new record.
  public init(_ column: EditableColumn) {
    self.column = column
    if let start = column.start { fill(from: start) }
  }

  /// What stands before the field.
  public var label: String { column.label }
  /// The name of its column.
  public var key: String { column.name }

  /// Takes over what the record holds; what was typed is lost.
  public mutating func fill(from value: ExactValue) {
    base = value
    isChanged = false
    switch value {
    case .null: content = .null
    case .integer(let number) where column.kind == .flag: content = .toggle(number != 0)
    case _ where column.kind == .flag: content = .fixed(value)
    case .integer, .real: content = .text(input(ShownValue(value).text))
    case .text, .utf16, .blob: content = value.string.map { .text(input($0)) } ?? .fixed(value)
    }
  }

  private func input(_ text: String = "") -> TextInput { TextInput(text, hasLines: column.kind == .value) }

  // MARK: Changing it

  /// Edits the text in it; NULL, or a default, gives way to a text. Returns whether that changed what is in it.
  public mutating func edit(_ edit: TextEdit) -> Bool {
    var input: TextInput
    switch content {
    case .text(let typed): input = typed
    case .unset, .null:
      if column.kind == .flag || edit.isMotion { return false }
      input = self.input()
    case .toggle, .fixed: return false
    }
    input.apply(edit)
    content = .text(input)
    if edit.isMotion { return false }
    isChanged = !hasBase
    return true
  }

  /// The text that an editor is given; `nil` if there is none to edit.
  var editorText: String? {
    switch content {
    case .text(let input): input.text
    case .unset, .null: column.kind == .flag ? nil : ""
    case .toggle, .fixed: nil
    }
  }

  /// Why no editor can be opened on it, as a sentence; `nil` if one can.
  var editorRefusal: String? {
    if editorText != nil { return nil }
    return isToggle ? "\(label) says yes or no: Space toggles it." : "\(label) is not text: no editor is opened on it."
  }

  /// Takes over a text, to the byte, as an editor has left it. Returns whether it is another text.
  mutating func replace(with edited: String) -> Bool {
    guard let old = editorText else { return false }
    let text = Self.withoutAddedLineEnd(edited, old)
    if text.utf8.elementsEqual(old.utf8) { return false }
    content = .text(input(text))
    isChanged = !hasBase
    return true
  }

  /// Editors end the last line of a text when they save it. If it had no end before, that is not part of the text.
  private static func withoutAddedLineEnd(_ edited: String, _ old: String) -> String {
    let (scalars, line) = (edited.unicodeScalars, Unicode.Scalar("\n"))
    guard old.unicodeScalars.last != line, scalars.last == line else { return edited }
    let text = scalars.dropLast()
    return String(text.last == "\r" && old.contains("\r\n" as Character) ? text.dropLast() : text)
  }

  /// Whether the cursor has a line to go to in that direction.
  func hasLine(_ stretch: TextEdit.Stretch) -> Bool {
    guard case .text(let input) = content else { return false }
    return stretch == .lineBefore ? input.linesBefore > 0 : stretch == .lineAfter && input.linesAfter > 0
  }

  /// Whether Space switches it on and off.
  var isToggle: Bool {
    switch content {
    case .toggle: true
    case .unset, .null: column.kind == .flag
    case .text, .fixed: false
    }
  }

  /// Switches a toggle on or off.
  public mutating func toggle() {
    guard isToggle else { return }
    if case .toggle(let isOn) = content { content = .toggle(!isOn) } else { content = .toggle(!isOnByDefault) }
    isChanged = !hasBase
  }

  private var isOnByDefault: Bool {
    guard content == .unset, case .expression(let sql) = column.defaultValue else { return false }
    return ["1", "true"].contains(sql.lowercased())
  }

  /// Why it can't be NULL, as a sentence; `nil` where it can, or where a new record has a default instead.
  var nullRefusal: String? {
    if !column.isNotNull || base == nil && column.defaultValue != .null { return nil }
    return "\(label) can't be NULL."
  }

  /// Makes it NULL; where it has just been made NULL, or can't be, what it was before anything was typed.
  public mutating func clear() {
    if column.isNotNull || content == .null && isChanged {
      if let base { fill(from: base) } else { (content, isChanged) = (.unset, false) }
    } else {
      content = .null
      isChanged = !hasBase
    }
  }

  /// Takes over what stands in the same field of another form, as if it had been typed here.
  public mutating func take(over field: FormField) {
    switch (field.content, column.kind == .flag) {
    // The key of a record is no other record's.
    case _ where column.defaultValue == .rowID && !field.isChanged: return
    case (.text(let input), false): content = .text(input)
    case (.toggle(let isOn), true): content = .toggle(isOn)
    case (.null, _) where !column.isNotNull: content = .null
    default: return
    }
    isChanged = !hasBase
  }

  /// Goes on with the same field of another form, of a table whose shape has changed.
  public mutating func keep(_ field: FormField) {
    guard field.column.kind == column.kind else { return }
    (content, base, isChanged) = (field.content, field.base, field.isChanged)
  }

  /// The typed text is to replace this value.
  mutating func rebase(on value: ExactValue) { base = value }

  /// Whether what is in it is what it was filled with.
  private var hasBase: Bool {
    switch (content, base) {
    case (.unset, nil), (.null, .null?), (.fixed, _): true
    case (.text(let input), .text(let bytes)?): input.hasBytes(bytes)
    case (.text(let input), let base?) where base.isNumber: input.text == ShownValue(base).text
    case (.toggle(let isOn), .integer(let number)?): isOn == (number != 0)
    default: false
    }
  }

  // MARK: What is saved

  /// Whether there is nothing in it though there must be.
  var isMissing: Bool {
    switch content {
    case .unset: column.isNotNull && column.defaultValue == .null
    case .null: column.isNotNull
    case .text(let input): column.kind != .value && input.isBlank
    case .toggle, .fixed: false
    }
  }

  /// Whether it is no e-mail address where one belongs.
  public var isNoEMailAddress: Bool {
    guard column.kind == .email, case .text(let input) = content else { return false }
    do throws(EditableColumn.Problem) {
      _ = try column.value(of: input.text)
      return false
    } catch {
      return error == .noEMailAddress
    }
  }

  /// What the column would hold; `nil`: its default.
  public var value: ExactValue? {
    switch content {
    case .unset: nil
    case .null: .null
    case .text(let input): (try? column.value(of: input.text, over: base)) ?? .text(input.text.trimmedOfWhitespace)
    case .toggle(let isOn): .integer(isOn ? 1 : 0)
    case .fixed(let value): value
    }
  }

  /// Whether what is typed would be this value: a column may make a number of a text.
  func isTyped(_ value: ExactValue) -> Bool {
    if value == self.value { return true }
    guard value.isNumber, case .text(let input) = content else { return false }
    return input.text == ShownValue(value).text
  }

  /// What other records may not hold; `nil` where they may, or where the text is longer than `limit`.
  func candidate(atMost limit: Int) -> TakenValues.Candidate? {
    guard isChanged, !isMissing, let collation = column.uniqueCollation else { return nil }
    if case .text(let input) = content, input.byteCount > limit { return nil }
    guard let value, value != .null else { return nil }
    return TakenValues.Candidate(key, value, collation: collation)
  }
}
