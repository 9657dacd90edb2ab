// A form on the screen, over a list that stays live behind it.
import AlmanacRecords
import Databases
import LiveQueries
import Observing
import Stores
import Terminals

/// The dialog of a form.
@MainActor
final class FormPane: ObservingObject {
  let store: StoreOf<RecordList>
  let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys(store.table.style)
  /// The width of the last line when it was last drawn.
  @Tracked var footWidth = 0
  /// The values of the record that the person had time to read. A save overwrites only these.
  private var values = ReadValues<String, ExactValue> { .value($1, column: $0) }
  /// The last followed row of the record.
  private var followed: ExactRow?
  /// The first shown field in the last drawing.
  var start = 0
  /// The width of the widest label.
  private(set) lazy var labelWidth =
    store.table.style.editing.columns.lazy.map { [environment] in
      displayWidth($0.label, isUnicode: environment.isUnicode)
    }.max() ?? 0

  init(store: StoreOf<RecordList>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
    super.init()
    // Before the pane, so that the pane draws the form's reaction to a change in the same frame.
    observe(scheduler: environment.scheduler) { [weak self] in self?.followRecord() }
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  private func followRecord() {
    guard let form = store.scope(state: \.form, action: \.form), form.request != nil else {
      values.keep { _ in false }
      return followed = nil
    }
    if !form.isFilled, form.$record.loadError != nil { form.send(.notFilled) }
    if form.record != .unread { form.send(.recordChanged) }
    guard let row = form.record.row else { return }
    for (column, old) in followed ?? [:] where row[column] != old {
      values.change(column, from: old, in: pane, at: environment.clock.elapsed())
    }
    followed = row
  }

  // MARK: Keys

  /// The keys of a form. Every other key is text.
  static func makeKeys(_ style: TableStyle) -> [KeyBinding<FormPane>] {
    [
      KeyBinding(.tab, does: "next field", isHinted: style.editing.columns.count > 1, isListed: false) {
        $0.send(.nextField)
      },
      KeyBinding(.backTab, does: "previous field", isListed: false) { $0.send(.previousField) },
      KeyBinding(.down, does: "next line, next field", isListed: false) { $0.send(.line(.lineAfter)) },
      KeyBinding(.up, does: "previous line, previous field", isListed: false) { $0.send(.line(.lineBefore)) },
      KeyBinding(
        .character(" "), does: "toggle", isHinted: true, isListed: false, unless: { $0.unreadRefusal },
        hintedIf: { $0.isToggleFocused }, waitsFor: .form
      ) {
        $0.send(.space)
      },
      KeyBinding(
        .control("n"), does: "NULL", isHinted: true,
        now: { $0.hasChoice ? "next choice" : $0.hasNews ? "take theirs" : nil },
        unless: { $0.nullRefusal }, hintedIf: { $0.isEditable }, waitsFor: .form
      ) {
        $0.send(.null)
      },
      KeyBinding(
        .control("s"), does: "save", isHinted: true, isKept: true, isListed: false, unless: { $0.saveRefusal },
        hintedIf: { $0.isEditable }, waitsFor: .form, writes: { _ in true }, answers: { $0.saveQuestion }
      ) {
        $0.send(.save(over: $0.readValues))
      },
      KeyBinding(
        .enter, does: "next or save", isHinted: true, isListed: false,
        unless: { $0.isLastField ? $0.saveRefusal : nil },
        hintedIf: { $0.isEditable && $0.store.form?.obstacle == nil }, waitsFor: .form, writes: { $0.isLastField },
        answers: { $0.isLastField ? $0.saveQuestion : nil }
      ) {
        $0.send(.enter(over: $0.readValues))
      },
      KeyBinding(
        .escape, does: "leave", isHinted: true, isKept: true, isListed: false, hintedIf: { !$0.isSaving },
        answers: { $0.discardQuestion }
      ) {
        $0.store.send(.form(.escapeKeyPressed))
      },
      KeyBinding(
        .alt(.enter), does: "new line", isHinted: true, if: { $0.hasLines }, hintedIf: { $0.isEditable && $0.hasLines },
        waitsFor: .form
      ) {
        $0.send(.edit(.insert("\n")))
      },
      KeyBinding(
        .control("o"), does: "text in $EDITOR", unless: { $0.editorRefusal }, waitsFor: .form, writes: { _ in true }
      ) {
        $0.send(.editor)
      },
    ]
  }

  /// The keys that are hard to guess, for the help of the screen.
  var help: [KeyHint] {
    keys.help().map { KeyHint(keys: $0.keys, title: $0.title, topic: .form) }
  }

  /// Asks whether to discard the typed text: Esc again confirms.
  private var discardQuestion: Question? {
    store.form?.asked == .discard ? Question("Discard what you typed?", in: pane) : nil
  }

  /// Says that the record is gone: a save would add a new one.
  private var goneQuestion: Question? {
    store.form?.isGone == true ? Question("Add a record that has gone?", in: pane) : nil
  }

  /// Says that undo may not be able to take the save back: saving again confirms.
  private var undoQuestion: Question? {
    store.form?.asked == .passingUndo ? Question("Save it all the same?", in: pane) : nil
  }

  /// Says that values are not what their columns promise: saving again confirms.
  private var surpriseQuestion: Question? {
    store.form?.asked == .surprise ? Question("Save such values?", in: pane) : nil
  }

  private var saveQuestion: Question? { goneQuestion ?? surpriseQuestion ?? undoQuestion }

  // MARK: What the person has read

  /// The form is about to be drawn: keeps what could be read before.
  func keepRead() { values.beginDrawing(pane, at: environment.clock.elapsed()) }

  /// Notes the value of a column that is drawn.
  func note(_ value: ExactValue, of column: String) { values.note(column, value, in: pane) }

  /// The values of the record that the person had read when they pressed the key.
  private var readValues: ExactRow {
    let time = environment.pressTime()
    return ExactRow((followed ?? [:]).map { ($0, values.read($0, $1, in: pane, at: time)) })
  }

  /// When the person can have read the changes in the form; `nil` if there are none.
  var readableAt: Double? {
    (followed ?? [:]).compactMap { values.readableAt($0.key, $0.value, in: pane) }.max()
  }

  var questions: [Question] { [discardQuestion, goneQuestion, surpriseQuestion, undoQuestion].compactMap(\.self) }

  /// Whether the form is being saved. Tracked.
  var isSaving: Bool { store.form?.isSaving == true }

  /// Whether the form is filled and not being saved. Tracked.
  var isEditable: Bool { store.form?.isFilled == true && !isSaving }

  /// Why the form can't be saved now, whatever its content.
  var saveRefusal: KeyRefusal? {
    store.form?.obstacle.map { .because("\($0).") } ?? environment.refusal(.save)
  }

  private var isLastField: Bool { store.form.map { $0.focus == $0.fields.count - 1 } ?? false }

  /// The focused field. Tracked.
  private var field: FormField? { store.form.map { $0.fields[$0.focus] } }

  /// Whether the focused field toggles with Space; in other fields Space types a space. Tracked.
  private var isToggleFocused: Bool { field?.isToggle == true && isEditable }

  /// Whether another program's value is shown below the focused field. Tracked.
  private var hasNews: Bool { store.form.map { $0.news(of: $0.fields[$0.focus]) != nil } ?? false }

  /// Whether the focused field has values to choose from. Tracked.
  private var hasChoice: Bool { field?.choice != nil }

  /// Why the focused field can't be NULL. Tracked.
  private var nullRefusal: KeyRefusal? { hasNews || hasChoice ? nil : field?.nullRefusal.map(KeyRefusal.because) }

  /// Why the editor can't open the focused field. Tracked.
  private var editorRefusal: KeyRefusal? { field?.editorRefusal.map(KeyRefusal.because) }

  /// Whether the text of the focused field may have several lines. Tracked.
  private var hasLines: Bool { field?.column.kind == .value }

  /// The action of a key in the form.
  func action(for key: Key) -> EventAction? {
    keys.action(for: key, self) ?? TextEdit(key).map(action(for:)) ?? EventAction(perform: {})
  }

  /// The action of typing in the form.
  func action(for edit: TextEdit) -> EventAction {
    EventAction(order: .inTurn(waitsFor: .form), refusal: unreadRefusal, isOfText: true) { [self] in send(.edit(edit)) }
  }

  /// Why nothing can be typed: the record could not be read.
  private var unreadRefusal: KeyRefusal? {
    guard let form = store.form, !form.isFilled, form.$record.loadError != nil else { return nil }
    return .because("The record could not be read: Tab reads it again.")
  }

  /// The work that keys of the form may have to wait for. Tracked.
  var barrier: Barrier { store.form?.barrier ?? [] }

  private func send(_ press: RecordForm.Press) { store.send(.form(.pressed(press))) }
}
