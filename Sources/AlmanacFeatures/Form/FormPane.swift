// A form on the screen, over the list, which goes on living behind it.
import LiveQueries
import Observing
import Stores
import Terminals

/// The dialog of a form.
@MainActor
final class FormPane<Record: ListedRecord> {
  let store: StoreOf<RecordList<Record>>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys()

  init(store: StoreOf<RecordList<Record>>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
    pane = Pane(rect: .empty, isUnicode: environment.isUnicode, scheduler: environment.scheduler) {
      [weak self] rect, buffer in
      self?.draw(in: rect, on: &buffer)
    }
  }

  /// The keys of a form; every other key is text.
  static func makeKeys() -> [KeyBinding<FormPane>] {
    [
      KeyBinding(.tab, .down, does: "next field", isHinted: Record.formFields.count > 1) {
        $0.send(.nextFieldKeyPressed)
      },
      KeyBinding(.backTab, .up, does: "previous field") { $0.send(.previousFieldKeyPressed) },
      KeyBinding(.character(" "), does: "toggle, or a space") { $0.send(.spaceKeyPressed) },
      KeyBinding(.control("s"), does: "save", isHinted: true) { $0.send(.saveKeyPressed) },
      KeyBinding(.enter, does: "next, at the end save", isHinted: true) { $0.send(.enterKeyPressed) },
      KeyBinding(.escape, does: "leave", isHinted: true) { $0.send(.escapeKeyPressed) },
    ]
  }

  func handle(_ key: Key) {
    if keys.handle(key, self) { return }
    if let edit = TextEdit(key) { send(.edited(edit)) }
  }

  func paste(_ text: String) { send(.edited(.insert(text))) }

  private func send(_ action: RecordForm<Record>.Action) { store.send(.form(action)) }

  // MARK: Drawing

  private static var labelWidth: Int { Record.formFields.map { displayWidth($0.label) }.max() ?? 0 }

  /// An empty line, a line for each field and one for its problem, and one to save.
  private static var height: Int { Record.formFields.count * 2 + 2 }

  /// How much room the form wants.
  static func rect(in screen: Rect) -> Rect {
    DialogBox.rect(width: min(72, screen.width - 8), height: height, in: screen)
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard let form = store.form, !rect.isEmpty else { return nil }
    let theme = environment.theme
    let inside = DialogBox(title: "New \(Record.noun)", theme: theme).draw(in: rect, on: &buffer)
    let column = inside.column + Self.labelWidth + 2
    let width = inside.endColumn - column
    let problems = form.problems
    var cursor: Point?
    // Where the form is taller than its box, the focused field is kept in sight.
    let first = max(0, min(form.focus, form.fields.count - (inside.height - 1) / 2))
    var row = inside.row + (inside.height >= Self.height ? 1 : 0)
    for index in first..<form.fields.count where row < inside.endRow - 1 {
      let field = form.fields[index]
      let isFocused = index == form.focus
      buffer.write(
        field.label, at: Point(column: inside.column, row: row), style: isFocused ? theme.header : theme.muted)
      switch field.kind {
      case .text(let input):
        let place = Rect(column: column, row: row, width: width, height: 1)
        buffer.fill(place, style: theme.focusedField)
        let end = InputLine(input: isFocused ? input : input.atStart, style: theme.focusedField).draw(
          in: place, on: &buffer)
        if isFocused { cursor = end }
      case .toggle(let isOn):
        buffer.write(isOn ? "[x]" : "[ ]", at: Point(column: column, row: row), style: isFocused ? .reverse : .plain)
      }
      if let problem = problems[index] {
        buffer.write(
          problem.rawValue, at: Point(column: column, row: row + 1), maxWidth: width,
          style: problem == .required ? theme.muted : theme.error)
      }
      row += 2
    }
    drawFoot(form, in: inside, on: &buffer)
    return cursor
  }

  /// The last line: whether it can be saved, what hinders it, or why it could not be.
  private func drawFoot(_ form: RecordForm<Record>.State, in inside: Rect, on buffer: inout CellBuffer) {
    let theme = environment.theme
    let row = inside.endRow - 1
    let keys = "Ctrl-S\(Signs(isUnicode: buffer.isUnicode).separator)Esc"
    let keysWidth = displayWidth(keys, isUnicode: buffer.isUnicode)
    buffer.write(keys, at: Point(column: inside.endColumn - keysWidth, row: row), style: theme.muted)
    let place = Point(column: inside.column, row: row)
    let width = max(0, inside.width - keysWidth - 2)
    if form.isDiscardAsked {
      buffer.write(
        "Esc again throws away what was typed", at: place, maxWidth: width, style: theme.error, truncation: .ellipsis)
    } else if let failure = form.failure {
      buffer.write(failure, at: place, maxWidth: width, style: theme.error, truncation: .ellipsis)
    } else if form.isSaving {
      buffer.write(
        "Saving\(Signs(isUnicode: buffer.isUnicode).ellipsis)", at: place, maxWidth: width, style: theme.muted)
    } else if form.canSave {
      buffer.write("Save", at: place, maxWidth: width, style: theme.keyCaption)
    } else {
      let hindrances = zip(form.fields, form.problems).compactMap { field, problem in
        problem.map { ($0 == .taken ? "free \(field.label)" : field.label).lowercased().withArticle }
      }
      let used = buffer.write("Save", at: place, maxWidth: width, style: theme.muted)
      buffer.write(
        "needs \(hindrances.joined(separator: " and "))", at: Point(column: place.column + used + 2, row: row),
        maxWidth: max(0, width - used - 2), style: theme.muted, truncation: .ellipsis)
    }
  }
}

extension String {
  /// The words with `a` or `an` before them.
  fileprivate var withArticle: String { (first.map("aeiou".contains) == true ? "an " : "a ") + self }
}
