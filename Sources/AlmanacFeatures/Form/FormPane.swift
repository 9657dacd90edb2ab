// A form on the screen, over the list, which goes on living behind it.
import AlmanacRecords
import Databases
import LiveQueries
import Observing
import Stores
import Terminals

/// The dialog of a form.
@MainActor
final class FormPane {
  let store: StoreOf<RecordList>
  private let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys(store.table.style)
  /// How wide the last line was when it was drawn last.
  @Tracked private var footWidth = 0
  /// What stands beside fields as someone else's change: saving writes over this knowingly.
  private var noted: ExactRow = [:]
  private var tokens: [ObserveToken] = []

  init(store: StoreOf<RecordList>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
    // Before the pane, so that it draws in the same frame what the form makes of a change.
    tokens.append(observe(scheduler: environment.scheduler) { [weak self] in self?.followRecord() })
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  private func followRecord() {
    guard let form = store.scope(state: \.form, action: \.form), form.id != nil, form.record != .unread else { return }
    form.send(.recordChanged)
  }

  // MARK: Keys

  /// The keys of a form; every other key is text.
  static func makeKeys(_ style: TableStyle) -> [KeyBinding<FormPane>] {
    [
      KeyBinding(.tab, .down, does: "next field", isHinted: style.editableColumns.count > 1) {
        $0.send(.nextField)
      },
      KeyBinding(.backTab, .up, does: "previous field") { $0.send(.previousField) },
      KeyBinding(
        .character(" "), does: "toggle", isHinted: true, hintedIf: { $0.isToggleFocused },
        waitsFor: .form
      ) {
        $0.send(.space)
      },
      KeyBinding(
        .control("s"), does: "save", isHinted: true, isKept: true, unless: { $0.saveRefusal },
        hintedIf: { $0.isEditable }, waitsFor: .form, writes: { _ in true }
      ) {
        $0.send(.save(noted: $0.noted))
      },
      KeyBinding(
        .enter, does: "next, at the end save", isHinted: true, unless: { $0.isLastField ? $0.saveRefusal : nil },
        hintedIf: { $0.isEditable && $0.store.form?.obstacle == nil }, waitsFor: .form, writes: { $0.isLastField }
      ) {
        $0.send(.enter(noted: $0.noted))
      },
      KeyBinding(.escape, does: "leave", isHinted: true, isKept: true, hintedIf: { !$0.isSaving }) {
        $0.store.send(.form(.escapeKeyPressed))
      },
    ]
  }

  /// Whether what was typed is being saved. Tracked.
  private var isSaving: Bool { store.form?.isSaving == true }

  /// Whether there is something to edit, and to save. Tracked.
  private var isEditable: Bool { store.form?.isFilled == true && !isSaving }

  /// Why it can't be saved now, whatever is in it.
  private var saveRefusal: KeyRefusal? {
    store.form?.obstacle.map { .because("\($0).") } ?? environment.refusal(.save)
  }

  private var isLastField: Bool { store.form.map { $0.focus == $0.fields.count - 1 } ?? false }

  /// Whether the cursor is on a field that Space toggles; in others it is a space. Tracked.
  private var isToggleFocused: Bool {
    if let form = store.form, case .toggle = form.fields[form.focus].kind { isEditable } else { false }
  }

  /// What a key does in the form.
  func action(for key: Key) -> EventAction? {
    keys.action(for: key, self) ?? TextEdit(key).map(action(for:)) ?? EventAction(perform: {})
  }

  /// What typing does in the form.
  func action(for edit: TextEdit) -> EventAction {
    EventAction(order: .inTurn(waitsFor: .form), isOfText: true) { [self] in send(.edit(edit)) }
  }

  /// What keys of the form may have to wait for. Not tracked.
  var barrier: Barrier { store.withState { $0.form?.barrier ?? [] } }

  /// Reads what the barrier depends on, so that its observer runs when work has ended.
  func trackBarrier() { _ = store.form?.barrier }

  private func send(_ press: RecordForm.Press) { store.send(.form(.pressed(press))) }

  // MARK: Drawing

  /// An empty line, a line for each field and one for what is to be said of it, and one to save.
  private var height: Int { store.table.style.editableColumns.count * 2 + 2 }

  /// How much room the form wants. Where a frame would leave no room to type in, it takes all there is.
  func rect(in screen: Rect) -> Rect {
    guard screen.height >= FormLayout.leastFramedHeight else { return screen }
    return DialogBox.rect(
      width: min(72, max(screen.width - 8, min(screen.width - 4, 32))), height: height, in: screen)
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) -> Point? {
    noted = [:]
    guard let form = store.form, !rect.isEmpty else { return nil }
    let title = form.id.map { "Edit \(form.table.named($0))" } ?? "New \(form.table.style.noun)"
    let layout = FormLayout(
      rect: rect, labels: form.fields.map(\.label), focus: form.focus, wantedHeight: height,
      isUnicode: buffer.isUnicode)
    if layout.isFramed {
      _ = DialogBox(title: title, theme: environment.theme).draw(in: rect, on: &buffer)
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

  /// Draws a field and what there is to say of it. Returns where the cursor belongs in it.
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
    var cursor: Point?
    switch field.kind {
    case _ where !form.isFilled: buffer.fill(place, style: theme.focusedField)
    case .text(let input):
      buffer.fill(place, style: theme.focusedField)
      let end = InputLine(input: isFocused ? input : input.atStart, style: theme.focusedField).draw(
        in: place, on: &buffer)
      if isFocused { cursor = end }
    case .toggle(let isOn):
      buffer.write(isOn ? "[x]" : "[ ]", at: place.origin, style: isFocused ? .reverse : .plain)
    case .fixed(let value):
      buffer.write(
        ShownValue(value).text, at: place.origin, maxWidth: place.width, style: theme.muted, truncation: .ellipsis)
    }
    guard let remark = remark(form, line.index) else { return cursor }
    if let row = line.remarkRow {
      buffer.write(
        remark.text, at: Point(column: layout.fieldColumn, row: row), maxWidth: place.width, style: remark.style,
        truncation: .ellipsis)
    }
    if line.remarkRow != nil || isFocused, let news = form.news(of: field) { noted[field.key] = news }
    return cursor
  }

  /// What stands beside a field.
  private func remark(_ form: RecordForm.State, _ index: Int) -> (text: String, style: Style)? {
    let theme = environment.theme
    let field = form.fields[index]
    guard form.isFilled else { return nil }
    if case .fixed(let value) = field.kind {
      return ("\(value.kindOfNoText ?? "neither 0 nor 1"): left as it is", theme.muted)
    }
    let problem = form.problems[index]
    guard let news = form.news(of: field) else {
      // What is still being typed is no mistake yet.
      let isEarly = problem == .required || problem == .noEMailAddress && index == form.focus
      return problem.map { ($0.rawValue, isEarly && !form.isHindranceTold ? theme.muted : theme.error) }
    }
    let texts = ["now \(news.quoted)", problem?.rawValue].compactMap(\.self)
    return (texts.joined(separator: Signs(isUnicode: environment.isUnicode).separator), theme.error)
  }

  // MARK: The last line

  /// Why it could not be saved, or not be read, where the last line has no room for the whole of it. Tracked.
  var message: Message? {
    guard let form = store.form, !form.isDiscardAsked, form.obstacle == nil,
      let text = form.failure ?? unreadable(form),
      displayWidth(text, isUnicode: environment.isUnicode) > footWidth
    else { return nil }
    return Message(text: text, isError: true, isLasting: true)
  }

  private func unreadable(_ form: RecordForm.State) -> String? {
    form.isFilled ? nil : form.$record.loadError.map { "Not read: \(sentence($0))." }
  }

  /// The last line: whether it can be saved, what hinders it, or why it could not be.
  private func drawFoot(_ form: RecordForm.State, _ layout: FormLayout, on buffer: inout CellBuffer) {
    let theme = environment.theme
    let place = layout.foot
    footWidth = place.width
    let captions = [isEditable && saveRefusal == nil ? "Ctrl-S" : nil, isSaving ? nil : "Esc"].compactMap(\.self)
    let keys = captions.joined(separator: Signs(isUnicode: buffer.isUnicode).separator)
    let keysWidth = displayWidth(keys, isUnicode: buffer.isUnicode)
    let width = place.width < 28 ? place.width : place.width - keysWidth - 2
    func say(_ text: String, _ style: Style) {
      // A long sentence is worth more than the keys, which the bottom line tells too.
      let isLong = displayWidth(text, isUnicode: buffer.isUnicode) > width
      buffer.write(
        text, at: place.origin, maxWidth: isLong ? place.width : width, style: style, truncation: .ellipsis)
      guard !isLong, width < place.width else { return }
      buffer.write(keys, at: Point(column: place.endColumn - keysWidth, row: place.row), style: theme.muted)
    }
    let signs = Signs(isUnicode: buffer.isUnicode)
    if form.isDiscardAsked {
      say(width < 36 ? "Esc again: discard" : "Esc again throws away what was typed", theme.error)
    } else if let obstacle = form.obstacle {
      say(obstacle, theme.error)
    } else if let failure = form.failure {
      say(failure, theme.error)
    } else if !form.isFilled {
      let error = unreadable(form)
      say(error ?? "Reading\(signs.ellipsis)", error == nil ? theme.muted : theme.error)
    } else if form.isSaving {
      say("Saving\(signs.ellipsis)", theme.muted)
    } else if layout.focusedLine?.remarkRow == nil, let remark = remark(form, form.focus) {
      say(remark.text, remark.style)
    } else if form.canSave {
      say("Save", saveRefusal == nil ? theme.keyCaption : theme.muted)
    } else {
      let style = form.isHindranceTold ? theme.error : theme.muted
      let hindrances = zip(form.fields, form.problems).compactMap { field, problem in
        problem.map { $0.need(field.label.lowercased()).withArticle }
      }
      say("Save  needs \(hindrances.joined(separator: " and "))", style)
    }
  }
}

extension String {
  /// The words with `a` or `an` before them.
  fileprivate var withArticle: String { (first.map("aeiou".contains) == true ? "an " : "a ") + self }
}
