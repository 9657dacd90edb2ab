// A field of a form.
public import AlmanacRecords
public import Databases

/// A field of a form: its column, its content, and the value that it was filled with.
public struct FormField: Hashable, Sendable {
  /// The content of a field.
  public enum Content: Hashable, Sendable {
    /// Nothing was typed, and the record is new: the column takes its default.
    case unset
    /// NULL.
    case null
    /// A text, as it is typed.
    case text(TextInput)
    /// Yes or no.
    case toggle(Bool)
    /// A value that can't be typed, a blob for example. It is shown and left as it is.
    case fixed(ExactValue)
  }

  /// The column of the field, and the values that it accepts.
  public let column: EditableColumn
  /// The dates that can be typed into it; `nil` if its numbers mean no moments.
  let moments: TypedMoments?
  /// Whether it is for several records.
  private(set) var isOfMany = false
  /// The content of the field.
  public private(set) var content = Content.unset
  /// The value of the record when the field was filled; for a new record, the field's initial value.
  public private(set) var base: ExactValue?
  /// Whether the content differs from `base`.
  public private(set) var isChanged = false
  /// The exact value that the field was last filled with, and its content then: until the person types, it is that value.
  private var filled: Filled?

  private struct Filled: Hashable {
    let value: ExactValue
    let content: Content
  }

  /// The earlier value of the field, if another program has changed it since the form was filled and nothing was typed.
  var former: ExactValue?

  /// The values to choose from after a conflict; `nil` without one.
  private(set) var choice: Choice?

  /// The values of a change that another program's value is in the way of.
  public struct Choice: Hashable, Sendable {
    /// The value that the change would write.
    let wanted: ExactValue
    /// The value that it expected to find.
    let expected: ExactValue
  }

  /// A field of a new record.
  public init(_ column: EditableColumn, moments: TypedMoments? = nil) {
    (self.column, self.moments) = (column, moments)
    if let start = column.start { fill(from: start) }
  }

  /// A field for a value of several records, which stays as it is in each until something is typed.
  init(unchanged column: EditableColumn, moments: TypedMoments?) {
    (self.column, self.moments, isOfMany) = (column, moments, true)
  }

  /// The label of the field.
  public var label: String { column.label }
  /// The name of its column.
  public var key: String { column.name }

  /// Fills the field with the record's value. Typed content is lost.
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
    filled = Filled(value: value, content: content)
  }

  /// Fills the field of a new record from another one. A rowid that SQLite assigns stays unset.
  mutating func duplicate(_ value: ExactValue) {
    if column.defaultValue == .rowID { return }
    fill(from: value)
    (base, isChanged) = (nil, true)
  }

  /// Begins a choice with the value that a change would write.
  mutating func offer(_ choice: Choice) {
    fill(from: choice.wanted)
    (base, self.choice) = (choice.expected, choice)
    isChanged = !hasBase
  }

  /// Goes on to the next value to choose: the one of the change, the present one, the one before both.
  mutating func chooseNext(of choice: Choice, now theirs: ExactValue) {
    var values = [choice.wanted]
    for value in [theirs, choice.expected] where !values.contains(value) { values.append(value) }
    let present = values.firstIndex(where: isTyped)
    fill(from: values[present.map { ($0 + 1) % values.count } ?? 0])
    base = theirs
    isChanged = !hasBase
  }

  private func input(_ text: String = "") -> TextInput { TextInput(text, hasLines: column.kind == .value) }

  // MARK: Editing

  /// Edits the text. NULL or a default is replaced by a text. Returns whether the content changed.
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
    // An emptied field leaves the values of several records as they are.
    if isOfMany, input.isEmpty { content = .unset }
    isChanged = !hasBase
    return true
  }

  /// The text for the editor; `nil` if there is none to edit.
  var editorText: String? {
    switch content {
    case .text(let input): input.text
    case .unset, .null: column.kind == .flag ? nil : ""
    case .toggle, .fixed: nil
    }
  }

  /// Why the editor can't open the field, as a sentence; `nil` if it can.
  var editorRefusal: String? {
    if editorText != nil { return nil }
    return isToggle ? "\(label) says yes or no: Space toggles it." : "\(label) is not text: no editor is opened on it."
  }

  /// Takes over the text from the editor, byte for byte. Returns whether it differs.
  mutating func replace(with edited: String) -> Bool {
    guard let old = editorText else { return false }
    let text = edited.withoutLineEnd(addedTo: old)
    if text.utf8.elementsEqual(old.utf8) { return false }
    content = .text(input(text))
    isChanged = !hasBase
    return true
  }

  /// Whether the text has another line in that direction.
  func hasLine(_ stretch: TextEdit.Stretch) -> Bool {
    guard case .text(let input) = content else { return false }
    return stretch == .lineBefore ? input.linesBefore > 0 : stretch == .lineAfter && input.linesAfter > 0
  }

  /// Whether Space toggles it.
  var isToggle: Bool {
    switch content {
    case .toggle: true
    case .unset, .null: column.kind == .flag
    case .text, .fixed: false
    }
  }

  /// Toggles a yes-or-no field.
  public mutating func toggle() {
    guard isToggle else { return }
    if isOfMany, content == .toggle(isOnByDefault) {
      content = .unset
    } else if case .toggle(let isOn) = content {
      content = .toggle(!isOn)
    } else {
      content = .toggle(!isOnByDefault)
    }
    isChanged = !hasBase
  }

  private var isOnByDefault: Bool {
    guard content == .unset, case .expression(let sql) = column.defaultValue else { return false }
    return ["1", "true"].contains(sql.lowercased())
  }

  /// Why it can't be NULL, as a sentence; `nil` if it can be, or if a new record's default applies instead.
  var nullRefusal: String? {
    if !column.isNotNull || !isOfMany && base == nil && column.defaultValue != .null { return nil }
    return "\(label) can't be NULL."
  }

  /// Sets the field to NULL. If it was just set to NULL, or can't be, restores what it was before any typing. `news`:
  /// another program's value, which it takes over instead.
  public mutating func clear(_ news: ExactValue? = nil) {
    if let news {
      fill(from: news)
    } else if column.isNotNull || content == .null && isChanged {
      if let base { fill(from: base) } else { (content, isChanged) = (.unset, false) }
    } else {
      content = .null
      isChanged = !hasBase
    }
  }

  /// Takes over the content of the same field of another form, as if it had been typed here.
  public mutating func take(over field: FormField) {
    switch (field.content, column.kind == .flag) {
    // The key of a record is not valid for another record.
    case _ where column.defaultValue == .rowID && !field.isChanged: return
    case (.text(let input), false): content = .text(input)
    case (.toggle(let isOn), true): content = .toggle(isOn)
    case (.null, _) where !column.isNotNull: content = .null
    default: return
    }
    isChanged = !hasBase
  }

  /// Continues the same field of an earlier form, after the table's schema has changed.
  public mutating func keep(_ field: FormField) {
    guard field.column.kind == column.kind else { return }
    (content, base, isChanged, filled) = (field.content, field.base, field.isChanged, field.filled)
  }

  /// Sets the value that the typed text will replace.
  mutating func rebase(on value: ExactValue) { base = value }

  /// Whether the content equals the value that it was filled with.
  private var hasBase: Bool {
    switch (content, base) {
    case (.unset, nil), (.null, .null?), (.fixed, nil): true
    case (.fixed(let value), let base?): value == base
    case (.text(let input), .text(let bytes)?): input.hasBytes(bytes)
    case (.text(let input), let base?) where base.isNumber: input.text == ShownValue(base).text
    case (.toggle(let isOn), .integer(let number)?): isOn == (number != 0)
    default: false
    }
  }

  // MARK: Saving

  /// Whether it is empty but must not be.
  var isMissing: Bool {
    switch content {
    case .unset: !isOfMany && column.isNotNull && column.defaultValue == .null
    case .null: column.isNotNull
    case .text(let input): column.kind != .value && input.isBlank
    case .toggle, .fixed: false
    }
  }

  /// Whether it must be an e-mail address and is not one.
  var isNoEMailAddress: Bool {
    guard column.kind == .email, case .text(let input) = content else { return false }
    do throws(EditableColumn.Problem) {
      _ = try column.value(of: input.text)
      return false
    } catch {
      return error == .noEMailAddress
    }
  }

  /// The value that the column would get; `nil`: its default.
  public var value: ExactValue? {
    if let filled, content.isSame(as: filled.content) { return filled.value }
    return switch content {
    case .unset: nil
    case .null: .null
    case .text(let input):
      moments?.value(of: input.text.trimmedOfWhitespace, over: base) ?? (try? column.value(of: input.text, over: base))
        ?? .text(input.text.trimmedOfWhitespace)
    case .toggle(let isOn): .integer(isOn ? 1 : 0)
    case .fixed(let value): value
    }
  }

  /// What the typed value is, if its column promises something else and takes it nevertheless: a text in a column of
  /// numbers, for example.
  var surprise: String? {
    if !isChanged || filled.map({ content.isSame(as: $0.content) }) == true { return nil }
    if column.isStrict, column.promise != .json { return nil }
    return value.flatMap(column.remark)
  }

  /// Whether the typed content would be stored as this value: a column may convert a text to a number.
  func isTyped(_ value: ExactValue) -> Bool {
    if value == self.value { return true }
    guard value.isNumber, case .text(let input) = content else { return false }
    return input.text == ShownValue(value).text
  }

  /// The value that no other record may have; `nil` if others may, or if the text is longer than `limit`.
  func candidate(atMost limit: Int) -> TakenValues.Candidate? {
    guard isChanged, !isMissing, let collation = column.uniqueCollation else { return nil }
    if case .text(let input) = content, input.byteCount > limit { return nil }
    guard let value, value != .null else { return nil }
    return TakenValues.Candidate(key, value, collation: collation)
  }
}

extension FormField.Content {
  /// Whether it is the same content, wherever the cursor is in a text.
  fileprivate func isSame(as other: Self) -> Bool {
    guard case (.text(let input), .text(let former)) = (self, other) else { return self == other }
    return input.text.utf8.elementsEqual(former.text.utf8)
  }
}
