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
  let environment: ScreenEnvironment
  private(set) var pane: Pane!
  private(set) lazy var keys = Self.makeKeys(store.table.style)
  /// How wide the last line was when it was drawn last.
  @Tracked var footWidth = 0
  /// What the record held that the person has had time to read, in the form or before it was filled: only that is
  /// overwritten.
  private var readBefore: ExactRow = [:]
  /// The first field that was shown when it was drawn last.
  var start = 0
  /// How wide the widest label is.
  private(set) lazy var labelWidth =
    store.table.style.editableColumns.lazy.map { [environment] in
      displayWidth($0.label, isUnicode: environment.isUnicode)
    }.max() ?? 0
  private var tokens: [ObserveToken] = []

  init(store: StoreOf<RecordList>, environment: ScreenEnvironment) {
    self.store = store
    self.environment = environment
    // Before the pane, so that it draws in the same frame what the form makes of a change.
    tokens.append(observe(scheduler: environment.scheduler) { [weak self] in self?.followRecord() })
    pane = environment.pane(withCursor: { [weak self] in self?.draw(in: $0, on: &$1) })
  }

  private func followRecord() {
    guard let form = store.scope(state: \.form, action: \.form), form.id != nil else { return }
    if !form.isFilled, form.$record.loadError != nil { form.send(.notFilled) }
    if form.record != .unread { form.send(.recordChanged) }
  }

  // MARK: Keys

  /// The keys of a form; every other key is text.
  static func makeKeys(_ style: TableStyle) -> [KeyBinding<FormPane>] {
    [
      KeyBinding(.tab, does: "next field", isHinted: style.editableColumns.count > 1, isListed: false) {
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
        .control("n"), does: "NULL", isHinted: true, now: { $0.hasNews ? "take theirs" : nil },
        unless: { $0.nullRefusal }, hintedIf: { $0.isEditable }, waitsFor: .form
      ) {
        $0.send(.null)
      },
      KeyBinding(
        .control("s"), does: "save", isHinted: true, isKept: true, isListed: false, unless: { $0.saveRefusal },
        hintedIf: { $0.isEditable }, waitsFor: .form, writes: { _ in true }, answers: { $0.goneQuestion }
      ) {
        $0.send(.save(over: $0.readValues))
      },
      KeyBinding(
        .enter, does: "next or save", isHinted: true, isListed: false,
        unless: { $0.isLastField ? $0.saveRefusal : nil },
        hintedIf: { $0.isEditable && $0.store.form?.obstacle == nil }, waitsFor: .form, writes: { $0.isLastField },
        answers: { $0.isLastField ? $0.goneQuestion : nil }
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
    keys.help().map { KeyHint(keys: $0.keys, title: "form: \($0.title)") }
  }

  /// Asks whether to discard what was typed: then Esc again is the answer.
  private var discardQuestion: Question? {
    store.form?.isDiscardAsked == true ? Question("Discard what you typed?", in: pane) : nil
  }

  /// Says that the record has gone: saving would add one.
  private var goneQuestion: Question? {
    store.form?.isGone == true ? Question("Add a record that has gone?", in: pane) : nil
  }

  // MARK: What can have been read

  /// Keeps what stood in the form long enough before it is drawn again.
  func keepRead(of form: RecordForm.State) {
    guard form.isFilled else { return readBefore = [:] }
    if readBefore.isEmpty {
      readBefore = ExactRow(form.fields.compactMap { field in field.base.map { (field.key, $0) } })
    } else {
      readBefore = readBefore.merging(read(pane.earlierNotices))
    }
  }

  /// The form is closed.
  func forgetRead() { readBefore = [:] }

  private func read(_ notices: [Notice: Notice.Showing]) -> ExactRow {
    let now = environment.clock.elapsed()
    return ExactRow(
      notices.compactMap { notice, showing in
        guard case .value(let value, let column) = notice, let time = showing.readableAt, time <= now else {
          return nil
        }
        return (column, value)
      })
  }

  /// For each column the last value that the person has had time to read.
  private var readValues: ExactRow { readBefore.merging(read(pane.notices)) }

  /// When the person can have read what is new in the form; `nil` where nothing is.
  var readableAt: Double? {
    pane.notices.compactMap { notice, showing in
      guard case .value(let value, let column) = notice, readBefore[column] != value else { return nil }
      return showing.readableAt
    }.max()
  }

  var questions: [Question] { [discardQuestion, goneQuestion].compactMap(\.self) }

  /// Whether what was typed is being saved. Tracked.
  var isSaving: Bool { store.form?.isSaving == true }

  /// Whether there is something to edit, and to save. Tracked.
  var isEditable: Bool { store.form?.isFilled == true && !isSaving }

  /// Why it can't be saved now, whatever is in it.
  var saveRefusal: KeyRefusal? {
    store.form?.obstacle.map { .because("\($0).") } ?? environment.refusal(.save)
  }

  private var isLastField: Bool { store.form.map { $0.focus == $0.fields.count - 1 } ?? false }

  /// The field that keys go to. Tracked.
  private var field: FormField? { store.form.map { $0.fields[$0.focus] } }

  /// Whether the cursor is on a field that Space toggles; in others it is a space. Tracked.
  private var isToggleFocused: Bool { field?.isToggle == true && isEditable }

  /// Whether another program's value stands beside the field. Tracked.
  private var hasNews: Bool { store.form.map { $0.news(of: $0.fields[$0.focus]) != nil } ?? false }

  /// Why the field can't be NULL. Tracked.
  private var nullRefusal: KeyRefusal? { hasNews ? nil : field?.nullRefusal.map(KeyRefusal.because) }

  /// Why no editor can be opened on the field. Tracked.
  private var editorRefusal: KeyRefusal? { field?.editorRefusal.map(KeyRefusal.because) }

  /// Whether the field's text may have several lines. Tracked.
  private var hasLines: Bool { field?.column.kind == .value }

  /// What a key does in the form.
  func action(for key: Key) -> EventAction? {
    keys.action(for: key, self) ?? TextEdit(key).map(action(for:)) ?? EventAction(perform: {})
  }

  /// What typing does in the form.
  func action(for edit: TextEdit) -> EventAction {
    EventAction(order: .inTurn(waitsFor: .form), refusal: unreadRefusal, isOfText: true) { [self] in send(.edit(edit)) }
  }

  /// Why nothing can be typed: the record could not be read.
  private var unreadRefusal: KeyRefusal? {
    guard let form = store.form, !form.isFilled, form.$record.loadError != nil else { return nil }
    return .because("The record could not be read: Tab reads it again.")
  }

  /// What keys of the form may have to wait for. Not tracked.
  var barrier: Barrier { store.withState { $0.form?.barrier ?? [] } }

  /// Reads what the barrier depends on, so that its observer runs when work has ended.
  func trackBarrier() { _ = store.form?.barrier }

  private func send(_ press: RecordForm.Press) { store.send(.form(.pressed(press))) }
}
