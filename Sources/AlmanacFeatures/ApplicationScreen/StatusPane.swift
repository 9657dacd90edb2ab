// The status line on the screen: its message, and its height.
import Containers
import Databases
import LiveQueries
import Observing
import Stores
import Terminals

/// The status line of the application.
@MainActor
final class StatusPane {
  private let store: StoreOf<Application>
  private let environment: ScreenEnvironment
  private let current: () -> any TabScreen
  private let waitingKeys: WaitingKeys
  private(set) var pane: Pane!
  private var token: ObserveToken?
  /// The lasting message that is shown on more than one line.
  private var open: Message?
  /// The last such message that the person has closed with a key.
  @Tracked private var seen: Message? = nil
  /// The size of the screen. The status line is directly above the bottom line.
  var screen = Size(width: 0, height: 0) { didSet { if screen != oldValue { layOut() } } }

  /// `current` is the shown screen. Tracked.
  init(
    store: StoreOf<Application>, environment: ScreenEnvironment, events: EventQueue,
    current: @escaping () -> any TabScreen
  ) {
    self.store = store
    waitingKeys = WaitingKeys(events: events, environment: environment)
    self.environment = environment
    self.current = current
    pane = environment.pane { [weak self] in self?.draw(in: $0, on: &$1) }
    token = observe(scheduler: environment.scheduler) { [weak self] in self?.layOut() }
  }

  /// The question while `quitting.isAsked`.
  var question: Question { Question(store.quitSentence, in: pane) }

  /// The message with its keys, for a person who hears it.
  var spoken: SpokenPart {
    var part = SpokenPart(id: "message")
    if let message = line.message {
      let hints = message.hints.map { "\($0.caption(isUnicode: false)) \($0.title)" }
      part.lines = [([message.text.withoutSeconds] + hints).joined(separator: ". ")]
    }
    return part
  }

  private func draw(in rect: Rect, on buffer: inout CellBuffer) {
    if store.quitting.isAsked { pane.note(question.notice) }
    line.draw(in: rect, on: &buffer)
  }

  /// Closes a message of several lines: the person has pressed a key, and has read it. A message that does not last
  /// disappears by itself.
  func close() {
    if let open { seen = open }
  }

  /// Takes the lines that it needs, above the bottom line.
  private func layOut() {
    let line = line
    if line.message != seen { seen = nil }
    let height = line.height(width: screen.width, limit: screen.height - 2, isUnicode: environment.isUnicode)
    pane.rect = Rect(column: 0, row: screen.height - 1 - height, width: screen.width, height: height)
    open = height > 1 && line.message?.isLasting == true ? line.message : nil
  }

  /// The status line to draw. Tracked.
  private var line: StatusLine {
    let message = message(Signs(isUnicode: environment.isUnicode))
    let mayOpen = message.map { $0.isError || $0.isPassing || $0.isLasting } ?? false
    return StatusLine(
      message: message, note: current().note, isOpen: mayOpen && message != seen, theme: environment.theme)
  }

  /// The message to show. In this order: a question, an obstacle to writing, a dialog's message without room there, the
  /// last event, and a harmless obstacle to reading.
  private func message(_ signs: Signs) -> Message? {
    let health = store.file
    var last = store.message
    if last?.isOfGoneRecord == true, !store.isRecordGone { last = nil }
    // The key of a hint acts only while keys are commands.
    if current().takesText || store.isHelpShown { last?.hints = [] }
    if !store.canUndo { last?.hints.removeAll { $0.keys == KeyHint.undo.keys } }
    if let hints = last?.hints { last?.hints = hints.compactMap(Container.shared.settings().keys.shown) }
    if let hidden = store.hiddenRecord { last?.tell(hidden, isShownByEsc: !current().hasMarks, signs) }
    if store.quitting.isAsked {
      let end = store.quitReasons == [.writing] ? "and takes it back" : "all the same"
      let deed = store.quitting.isOfFile ? "closes the file" : "quits"
      return Message(text: "\(store.quitSentence) The same key again \(deed) \(end).", isError: true)
    }
    let wait = health.waitMessage(signs, isKeyRefused: store.messages.isKeyRefused)
    if health.canGiveUp { return wait }
    if let change = store.presentChange, change.isShown || change.asks {
      return change.message(signs, isKeyRefused: store.messages.isKeyRefused)
    }
    if waitingKeys.isLong, store.isComparisonAwaited {
      return Message(text: "Keys wait until the files are compared\(signs.separator)Ctrl-C stops the comparison")
    }
    if waitingKeys.isLong, current().canStop {
      return Message(text: "Keys wait until the rows are there\(signs.separator)Ctrl-C stops the search")
    }
    if let message = current().message { return message }
    // An error about the whole file is outdated if the file now has a condition to report.
    if let last, last.isError, last.tab != nil || health.conditionMessage == nil { return last }
    if let message = wait ?? health.conditionMessage { return message }
    // News about the whole file is shown once. A list that can't be read says so from the next key on.
    if let last, last.isPassing, last.tab == nil { return last }
    if let error = store.loadError { return unreadable(because: sentence(error)) }
    if store.file.isDamageFound { return Self.damaged }
    return last ?? store.comparisonMessage
      ?? store.countError.map {
        Message(text: "Almanac can't count the records: \(sentence($0)).", isError: true, isLasting: true)
      }
  }

  private static let damaged = Message(
    text: "The file is damaged: it has some records twice. You see what can be read.",
    shorter: ["The file is damaged. You see what can be read.", "The file is damaged.", "Damaged."],
    isError: true, isLasting: true)

  private func unreadable(because reason: String) -> Message {
    let content = store.contentName
    let shown = store.hasBeenRead ? " You see the old rows." : ""
    return Message(
      text: "The \(content) could not be read: \(reason)."
        + (store.hasBeenRead ? " What you see is what was there before." : ""),
      shorter: [
        "The \(content) can't be read: \(reason).\(shown)", "\(content.capitalizedFirst) not read: \(reason).\(shown)",
        "The \(content) can't be read: \(reason).", "Not read: \(reason).", "The \(content) can't be read.",
        "Can't be read.",
      ],
      isError: true, isLasting: true)
  }
}
