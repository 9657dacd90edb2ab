// The form of an import on the screen.
import AlmanacRecords
import Stores
import Terminals

/// The dialog with the table to be made, the signs and the encoding of the file, and the columns.
@MainActor
final class ImportFormPane: Overlay {
  private let store: StoreOf<Application>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!

  /// The width of the labels, and that of the types.
  private static let (labelWidth, typeWidth) = (11, 9)

  init(store: StoreOf<Application>, environment: ScreenEnvironment) {
    (self.store, self.environment) = (store, environment)
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  /// The keys of the form. Every other key is text.
  private static let keys: [KeyBinding<ImportFormPane>] = [
    KeyBinding(.tab, .down, .enter, does: "next", isHinted: true) { $0.send(.moved(by: 1)) },
    KeyBinding(.backTab, .up, does: "previous") { $0.send(.moved(by: -1)) },
    KeyBinding(
      .control("t"), does: "next choice", isHinted: true,
      now: { $0.form?.isChoice == true ? "next encoding" : "next type" }, if: { $0.form?.hasChoice == true }
    ) { $0.send(.choiceKeyPressed) },
    KeyBinding(
      .control("s"), does: "import", isHinted: true, isKept: true, unless: { $0.refusal }, waitsFor: .change,
      writes: { _ in true }
    ) { $0.send(.submitted) },
    KeyBinding(.escape, does: "leave", isHinted: true, isKept: true) { $0.store.send(.dialog(.closed)) },
  ]

  private var form: ImportForm.State? { store.importForm }

  private var refusal: KeyRefusal? {
    form?.obstacle.map(KeyRefusal.because) ?? environment.refusal(.change)
  }

  var textLimit: Int { ImportForm.textLimit }

  func hints(except taken: [Key]) -> [KeyHint] { Self.keys.hints(self, except: taken) }

  func action(for key: Key) -> EventAction? {
    Self.keys.action(for: key, self) ?? TextEdit(key).map(action(for:)) ?? EventAction(perform: {})
  }

  func action(forPasted text: String) -> EventAction? { action(for: .insert(text)) }

  private func action(for edit: TextEdit) -> EventAction {
    EventAction(isOfText: true) { [self] in send(.edited(edit)) }
  }

  private func send(_ action: ImportForm.Action) { store.send(.importForm(action)) }

  /// Above the key line.
  func layOut(in screen: Rect) {
    pane.rect = Rect(column: screen.column, row: screen.row, width: screen.width, height: max(0, screen.height - 1))
  }

  // MARK: Drawing

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard let form, !rect.isEmpty else { return nil }
    let inside = DialogBox(title: "Import \(form.name)", theme: environment.theme).draw(in: rect, on: &buffer)
    let fields = form.fields
    let focus = fields.firstIndex(of: form.field) ?? 0
    let room = max(1, inside.height - 2)
    let first = max(0, focus - room + 1)
    var cursor: Point?
    for (line, index) in (first..<fields.count).prefix(room).enumerated() {
      let row = Rect(column: inside.column, row: inside.row + line, width: inside.width, height: 1)
      let place = draw(fields[index], of: form, isFocused: index == focus, in: row, on: &buffer)
      if index == focus { cursor = place }
    }
    if inside.height > 1 {
      drawFoot(form, Point(column: inside.column, row: inside.endRow - 1), inside.width, on: &buffer)
    }
    return cursor
  }

  /// Draws a field. Returns the place of the cursor in it.
  private func draw(
    _ field: ImportForm.Field, of form: ImportForm.State, isFocused: Bool, in row: Rect, on buffer: inout CellBuffer
  ) -> Point? {
    switch field {
    case .table:
      let note = form.existing.map { "its records are added to \($0)" } ?? "a new table"
      return draw("Table", form.table, note, isFocused, in: row, on: &buffer)
    case .delimiter: return draw("Delimiter", form.delimiter, "one character, or tab", isFocused, in: row, on: &buffer)
    case .quote: return draw("Quote", form.quote, "one character, or none", isFocused, in: row, on: &buffer)
    case .encoding:
      draw(label: "Encoding", isFocused, in: row, on: &buffer)
      let place = rest(of: row, behind: Self.labelWidth)
      let style = isFocused ? environment.theme.focusedField : .plain
      if isFocused { buffer.fill(place, style: style) }
      buffer.write(form.form.encoding.title, at: place.origin, maxWidth: place.width, style: style)
      return nil
    case .column(let index):
      let column = form.columns[index]
      buffer.write(
        column.type.title, at: row.origin, maxWidth: Self.typeWidth,
        style: isFocused ? environment.theme.header : environment.theme.muted)
      let examples = column.examples.map { $0 ?? "NULL" }.joined(
        separator: Signs(isUnicode: buffer.isUnicode).separator)
      return draw(column.name, examples, isFocused, in: rest(of: row, behind: Self.labelWidth), on: &buffer)
    }
  }

  private func draw(
    _ label: String, _ input: TextInput, _ note: String, _ isFocused: Bool, in row: Rect, on buffer: inout CellBuffer
  ) -> Point? {
    draw(label: label, isFocused, in: row, on: &buffer)
    return draw(input, note, isFocused, in: rest(of: row, behind: Self.labelWidth), on: &buffer)
  }

  private func draw(label: String, _ isFocused: Bool, in row: Rect, on buffer: inout CellBuffer) {
    let theme = environment.theme
    buffer.write(label, at: row.origin, maxWidth: Self.labelWidth - 1, style: isFocused ? theme.header : theme.muted)
  }

  /// Draws a text, and a note at its right.
  private func draw(
    _ input: TextInput, _ note: String, _ isFocused: Bool, in place: Rect, on buffer: inout CellBuffer
  ) -> Point? {
    let theme = environment.theme
    let width = max(8, place.width / 2)
    let field = Rect(column: place.column, row: place.row, width: min(width, place.width), height: 1)
    let behind = rest(of: place, behind: width + 2)
    buffer.write(note, at: behind.origin, maxWidth: behind.width, style: theme.muted, truncation: .ellipsis)
    guard isFocused else {
      buffer.write(input.text, at: field.origin, maxWidth: field.width, truncation: .ellipsis)
      return nil
    }
    buffer.fill(field, style: theme.focusedField)
    return InputLine(input: input, style: theme.focusedField).draw(in: field, on: &buffer)
  }

  private func rest(of row: Rect, behind width: Int) -> Rect {
    Rect(column: row.column + width, row: row.row, width: max(0, row.width - width), height: 1)
  }

  /// Draws the last line: what is wrong, how far reading is, or what will be done.
  private func drawFoot(
    _ form: ImportForm.State, _ place: Point, _ width: Int, on buffer: inout CellBuffer
  ) {
    let theme = environment.theme
    var (text, style) = ("", theme.muted)
    if let problem = form.problem {
      (text, style) = (problem, theme.error)
    } else if let reading = form.reading {
      let percent = reading.percent.map { ", \($0) %" } ?? ""
      text = "Reading\(Signs(isUnicode: buffer.isUnicode).ellipsis) \(reading.count.counted("record"))\(percent)"
    } else if let obstacle = form.obstacle {
      (text, style) = (obstacle, theme.error)
    } else {
      let records = form.count.counted("record")
      text = form.existing.map { "\(records) for \($0)" } ?? "\(records) for the new table \(form.table.text)"
    }
    buffer.write(text, at: place, maxWidth: width, style: style, truncation: .ellipsis)
  }
}
