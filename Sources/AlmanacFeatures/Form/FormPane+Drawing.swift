// How a form is drawn: its fields, their problems and notes, and the last line for saving.
import AlmanacRecords
import Databases
import LiveQueries
import Stores
import Terminals

extension FormPane {
  /// An empty line, two lines for each field and its remark, and the last line.
  private var height: Int { (store.form?.fields.count ?? store.table.style.editing.columns.count) * 2 + 2 }
  /// With more fields than this, the title shows their number: few screens show them all.
  private static var usualCount: Int { 9 }

  /// The rectangle that the form wants. If a frame would leave no room to type in, it takes the whole screen.
  func rect(in screen: Rect) -> Rect {
    guard screen.height >= FormLayout.leastFramedHeight else { return screen }
    return DialogBox.rect(
      width: min(72, max(screen.width - 8, min(screen.width - 4, 32))), height: height, in: screen)
  }

  func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    guard let form = store.form, !rect.isEmpty else { return nil }
    keepRead()
    for question in questions { pane.note(question.notice) }
    let layout = FormLayout(
      rect: rect, count: form.fields.count, labelWidth: labelWidth, focus: form.focus, start: start,
      wantedHeight: height)
    start = layout.start
    if layout.isFramed {
      _ = DialogBox(title: title(form), theme: environment.theme).draw(in: rect, on: &buffer)
    } else {
      buffer.fill(rect)
    }
    var cursor: Point?
    for line in layout.lines {
      let end = drawField(form, line, layout, on: &buffer)
      if line.index == form.focus { cursor = end }
    }
    drawFoot(form, layout, on: &buffer)
    return form.isFilled ? cursor : nil
  }

  func title(_ form: RecordForm.State) -> String {
    let table = form.table
    let title =
      if case .marked(let chosen, _) = form.purpose {
        "Edit \(table.counted(chosen.count))"
      } else if let id = form.id {
        "Edit \(table.named(id, form.record.row))"
      } else {
        "New \(table.style.noun)" + (table.style.isDerived ? " of \(table.style.title)" : "")
      }
    guard form.fields.count > Self.usualCount else { return title }
    let place = "field \((form.focus + 1).groupedDigits) of \(form.fields.count.groupedDigits)"
    return title + Signs(isUnicode: environment.isUnicode).separator + place
  }

  /// Draws a field and its remark. Returns the cursor's place in it.
  private func drawField(
    _ form: RecordForm.State, _ line: FormLayout.Line, _ layout: FormLayout, on buffer: inout CellBuffer
  ) -> Point? {
    let theme = environment.theme
    let field = form.fields[line.index]
    let isFocused = line.index == form.focus
    buffer.write(
      field.label, at: Point(column: layout.inside.column, row: line.row), maxWidth: layout.labelWidth,
      style: isFocused ? theme.header : theme.muted, truncation: .ellipsis)
    let place = layout.place(of: line)
    let cursor = drawContent(of: field, isFilled: form.isFilled, isFocused: isFocused, in: place, on: &buffer)
    if form.isFilled, !field.isChanged, let base = field.base { note(base, of: field.key) }
    guard let remark = remark(form, line.index) else { return cursor }
    if let row = line.remarkRow {
      buffer.write(
        remark.text, at: Point(column: layout.fieldColumn, row: row), maxWidth: place.width, style: remark.style,
        truncation: .ellipsis)
    }
    if line.remarkRow != nil || isFocused, let news = form.news(of: field) {
      note(news, of: field.key)
    }
    return cursor
  }

  /// Draws the content of a field. Returns the cursor's place.
  private func drawContent(
    of field: FormField, isFilled: Bool, isFocused: Bool, in place: Rect, on buffer: inout CellBuffer
  ) -> Point? {
    let theme = environment.theme
    func write(_ text: String, _ style: Style) {
      buffer.write(text, at: place.origin, maxWidth: place.width, style: style, truncation: .ellipsis)
    }
    switch field.content {
    case _ where !isFilled: buffer.fill(place, style: theme.focusedField)
    case .text(let input):
      buffer.fill(place, style: theme.focusedField)
      return drawText(input, isFocused: isFocused, in: place, on: &buffer)
    case .toggle(let isOn): write(isOn ? "[x]" : "[ ]", isFocused ? .reverse : .plain)
    case .fixed(let value): write(ShownValue(value).text, theme.muted)
    case .unset, .null:
      write(field.standIn, theme.muted)
      return isFocused ? place.origin : nil
    }
    return nil
  }

  /// Draws a text. If it has several lines, draws the line with the cursor, and at the right its number.
  private func drawText(
    _ input: TextInput, isFocused: Bool, in place: Rect, on buffer: inout CellBuffer
  ) -> Point? {
    let theme = environment.theme
    var place = place
    let count = input.linesBefore + input.linesAfter + 1
    if count > 1 {
      let note = isFocused ? "line \(input.linesBefore + 1) of \(count)" : "\(count) lines"
      let room = min(note.count + 1, place.width - FormLayout.leastFieldWidth)
      if room > 1 {
        let column = place.endColumn - room + 1
        buffer.fill(Rect(column: column - 1, row: place.row, width: room, height: 1), style: .plain)
        let start = Point(column: column, row: place.row)
        buffer.write(note, at: start, maxWidth: room - 1, style: theme.muted, truncation: .ellipsis)
        place = Rect(column: place.column, row: place.row, width: place.width - room, height: 1)
      }
    }
    let line = InputLine(input: isFocused ? input : input.atStart, style: theme.focusedField)
    let end = line.draw(in: place, on: &buffer)
    return isFocused ? end : nil
  }

  /// The remark below a field.
  func remark(_ form: RecordForm.State, _ index: Int) -> (text: String, style: Style)? {
    let theme = environment.theme
    let field = form.fields[index]
    guard form.isFilled else { return nil }
    if case .fixed(let value) = field.content {
      return ("\(value.kindOfNoText ?? "neither 0 nor 1"): left as it is", theme.muted)
    }
    let problem = form.problem(of: field)
    let wrong = form.refusals[field.key] ?? problem?.rawValue
    if let choice = field.choice, let theirs = form.record.row?[field.key] {
      let values = ["wanted \(choice.wanted.quoted)", "now \(theirs.quoted)", "expected \(choice.expected.quoted)"]
      return (joined(values + [wrong]), theme.error)
    }
    if let news = form.news(of: field) {
      return (joined(["now \(news.quoted)", field.base.map { "was \($0.quoted)" }, wrong]), theme.error)
    }
    if !field.isChanged, let former = field.former { return (joined(["was \(former.quoted)", wrong]), theme.error) }
    guard let wrong else {
      let moment = field.momentNote(isFocused: index == form.focus)
      let notes = joined([field.note ?? field.surprise ?? moment, field.column.declaredType])
      return notes.isEmpty ? nil : (notes, theme.muted)
    }
    // A field that is still being typed does not count as wrong yet.
    let isEarly =
      form.refusals[field.key] == nil && (problem == .required || problem == .noEMailAddress && index == form.focus)
    return (wrong, isEarly && form.asked != .toMend ? theme.muted : theme.error)
  }

  private func joined(_ phrases: [String?]) -> String {
    let separator = Signs(isUnicode: environment.isUnicode).separator
    return phrases.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
  }

  // MARK: The last line

  /// Why the form could not be saved or read, if the last line has no room for all of it. Tracked.
  var message: Message? {
    guard let form = store.form, form.asked != .discard, form.obstacle == nil,
      let text = form.failure ?? unreadable(form),
      displayWidth(text, isUnicode: environment.isUnicode) > footWidth
    else { return nil }
    return Message(text: text, isError: true, isLasting: true)
  }

  private func unreadable(_ form: RecordForm.State) -> String? {
    form.isFilled ? nil : form.$record.loadError.map { "Not read: \(sentence($0))." }
  }

  /// Draws the last line.
  private func drawFoot(_ form: RecordForm.State, _ layout: FormLayout, on buffer: inout CellBuffer) {
    let place = layout.foot
    footWidth = place.width
    let captions = [isEditable && saveRefusal == nil ? "Ctrl-S" : nil, isSaving ? nil : "Esc"].compactMap(\.self)
    let keys = captions.joined(separator: Signs(isUnicode: buffer.isUnicode).separator)
    let keysWidth = displayWidth(keys, isUnicode: buffer.isUnicode)
    let width = place.width < 28 ? place.width : place.width - keysWidth - 2
    var (text, style) = footWords(form, environment.theme)
    if form.asked == .discard, width < 36 {
      text = "Esc again: discard"
    } else if form.asked != .discard, form.obstacle ?? form.failure == nil, form.isFilled, !form.isSaving,
      layout.focusedLine?.remarkRow == nil, let remark = remark(form, form.focus)
    {
      (text, style) = remark
    }
    // A long sentence is worth more than the keys, which the bottom line shows too.
    let isLong = displayWidth(text, isUnicode: buffer.isUnicode) > width
    buffer.write(text, at: place.origin, maxWidth: isLong ? place.width : width, style: style, truncation: .ellipsis)
    guard !isLong, width < place.width else { return }
    buffer.write(
      keys, at: Point(column: place.endColumn - keysWidth, row: place.row), style: environment.theme.muted)
  }

  /// Whether the form can be saved, what prevents it, or why saving failed. Tracked.
  func footWords(_ form: RecordForm.State, _ theme: Theme) -> (text: String, style: Style) {
    let signs = Signs(isUnicode: environment.isUnicode)
    if form.asked == .discard { return ("Esc again discards what you typed", theme.error) }
    if let failure = form.obstacle ?? form.failure { return (failure, theme.error) }
    if !form.isFilled {
      let error = unreadable(form)
      return (error ?? "Reading\(signs.ellipsis)", error == nil ? theme.muted : theme.error)
    }
    if form.isSaving { return ("Saving\(signs.ellipsis)", theme.muted) }
    if form.canSave {
      let style = saveRefusal == nil ? theme.keyCaption : theme.muted
      return form.isGone ? ("This record is gone: Save adds a new one", theme.error) : ("Save", style)
    }
    let hindrances = form.fields.compactMap { field in form.problem(of: field)?.need(field.column) }
    return ("Save  needs \(hindrances.inWords)", form.asked == .toMend ? theme.error : theme.muted)
  }
}

extension FormField {
  /// The text shown in place of a missing value.
  var standIn: String {
    switch column.defaultValue {
    case _ where content == .null: "NULL"
    case _ where isOfMany: "unchanged"
    case .null: column.isNotNull ? "" : "NULL"
    case .expression(let sql): "default \(sql)"
    case .rowID: "SQLite chooses it"
    }
  }

  /// A note that distinguishes a text from similar content.
  fileprivate var note: String? {
    guard column.kind == .value, case .text(let input) = content else { return nil }
    return input.isEmpty ? "empty text" : input.text == "NULL" ? "the text NULL" : nil
  }

  /// What its number means, or the number for the typed date; `nil` if its numbers mean no moments.
  fileprivate func momentNote(isFocused: Bool) -> String? {
    guard let moments else { return nil }
    let hint = isFocused ? "or type a date: 2026-01-31 14:05" : nil
    guard case .text(let input) = content, let value, value.isNumber else { return hint }
    if isTyped(value), ExactValue(number: input.text) == nil { return "stored as \(ShownValue(value).text)" }
    return [moments.words(for: value), hint].compactMap(\.self).joined(separator: ", ")
  }
}
