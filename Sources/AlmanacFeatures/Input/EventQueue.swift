// The queue in which all input waits.
//
//   event ──> queue ──> its turn: what does it mean now? ──┬─> nothing it depends on is under way ──> performed
//                                                          ├─> work is under way ──> waits, and all events after it
//                                                          └─> refused ──> the reason; text for it is refused too
//
// Waiting events are dropped by Esc, Ctrl-C, text in a search, a failed change, another program's lock, another file,
// and a question that one key answers. They are also dropped after a key for a record that the person had not seen when
// they pressed it, unless the list has only lost records since. A key that changes something is also dropped while the
// person can't have read yet that work has failed.
import Observing
public import Terminals

/// The events of a terminal in their order. Each gets its meaning when its turn comes.
@MainActor
public final class EventQueue {
  /// After this pause, in seconds, a key no longer belongs to a text without a place.
  private static let pause = 0.5

  /// The waiting events, each with the time when it came and, if it acts on the record with the cursor, which records
  /// it may mean.
  private(set) var waiting: [(event: InputEvent, sight: CursorSight?, time: Double?)] = [] {
    didSet {
      guard wasAnyWaiting == waiting.isEmpty else { return }
      wasAnyWaiting = !waiting.isEmpty
      changes.noteChange()
    }
  }
  /// Whether events waited when observers were last notified.
  private var wasAnyWaiting = false
  /// The text being typed, until a key ends it: why it is refused while there is no place for it, and when its last
  /// event came or its place disappeared.
  private var text: (refusal: KeyRefusal, lastEvent: Double)?
  private var hadPlace = false
  /// The number of failures before the waiting events, and the time since when the screen shows the last one.
  private var failures = (count: 0, since: -Double.infinity)
  /// Whether the last event dropped the waiting ones, like Esc: then the person wanted any failure.
  private var isGivenUp = false
  private var isDraining = false
  /// Whether another program's lock was awaited at the last look.
  private var wasLocked = false
  /// The present questions, and which of them the person can have read.
  private var reading = QuestionReading()
  /// Whether the present event has asked a question.
  private var hasAsked = false
  /// When the present event came, if it has waited.
  private(set) var pressTime: Double?
  /// Whether the present event has dropped waiting ones.
  private(set) var hasDropped = false
  private let changes = ChangeStamp()
  /// The object that turns the events into actions. Without one the events wait.
  weak var responder: (any EventResponder)? {
    didSet {
      failures = (responder?.failureCount ?? 0, -.infinity)
      if let startKey, let responder { reading.keyCame(startKey, at: responder.elapsed, asks: true) }
      startKey = nil
    }
  }
  /// The key that started the program, until there is a responder.
  private var startKey: InputEvent?

  /// Makes an empty queue. `startKey`: the key that started the program, which may still be held.
  public init(startedBy startKey: InputEvent? = nil) { self.startKey = startKey }

  /// Whether events wait. Tracked.
  var isAnyWaiting: Bool {
    changes.access()
    return !waiting.isEmpty
  }

  /// Notes whether the place for text has disappeared. The text continues unless a key has ended it. Tracked.
  func followPlace() {
    guard let responder else { return }
    let hasPlace = responder.takesText
    if hadPlace, !hasPlace { text?.lastEvent = responder.elapsed }
    hadPlace = hasPlace
  }

  /// Takes an event, which is performed now or in its turn. `sight`: which record it may mean; `nil`: the visible ones.
  func add(_ event: InputEvent, meaning sight: CursorSight? = nil) {
    lookForQuestions()
    dropAfterFailure()
    dropBehindLock()
    hasAsked = false
    defer { noteKey(event) }
    let action = responder?.action(for: event)
    if case .superseding? = action?.order { isGivenUp = true } else { isGivenUp = false }
    // After an event that opens a place for text, it is text.
    let isUrgent =
      action?.isUrgentAgain == true && waiting.contains { $0.event == event }
      && !waiting.contains { isOfText($0.event) } && !isHeld(event)
    switch action?.order {
    case .ahead: perform(event, action, isNew: true)
    case .inTurn where !isUrgent, nil:
      if waiting.isEmpty, !isDraining, responder != nil, work(before: event, action) == nil {
        isDraining = true
        perform(event, action, meaning: sight, isNew: true)
        isDraining = false
      } else {
        let sight = sight ?? (action?.isOfRecord == true ? responder?.cursorSight : nil)
        waiting.append((event, sight, responder?.elapsed))
      }
      // The events before it have been looked at.
      drain(from: waiting.count - 1)
    case .inTurn, .superseding:
      hasDropped = !waiting.isEmpty
      clear()
      perform(event, action, isNew: true)
      hasDropped = false
    }
  }

  /// Performs waiting events whose work has ended. If the first still waits, the events from `index` on may have a new
  /// meaning and overtake it.
  func drain(from index: Int = 1) {
    guard let responder, !isDraining else { return }
    lookForQuestions()
    dropAfterFailure()
    dropBehindLock()
    isDraining = true
    defer { isDraining = false }
    var index = index
    while let (event, sight, time) = waiting.first {
      let action = responder.action(for: event)
      if let work = work(before: event, action) {
        if overtake(from: index) { continue }
        guard responder.isLocked, work != .filling else { return }
        // After a lock it would act when the person no longer thinks of it.
        drop(because: .notNow)
        return responder.refuse(event, because: .notNow)
      }
      waiting.removeFirst()
      pressTime = time
      perform(event, action, meaning: sight)
      pressTime = nil
      index = 1
    }
  }

  /// The present work that an event with `action` must wait for; `nil` if it may be performed.
  private func work(before event: InputEvent, _ action: EventAction?) -> Barrier? {
    guard let responder else { return nil }
    // An event without a meaning now may answer a question that is about to come.
    var work: Barrier = [.question, .terminal]
    if let action {
      guard [nil, .writePermission].contains(action.refusal), case .inTurn(let own) = action.order else { return nil }
      work.formUnion(own)
    }
    let present = work.intersection(responder.barrier)
    return present.isEmpty || isRefused(event, action) ? nil : present
  }

  /// The first event waits: performs later ones that need not wait. Returns whether one of them drops the waiting
  /// events.
  private func overtake(from first: Int) -> Bool {
    var index = first
    while index < waiting.count {
      let event = waiting[index].event
      let action = responder?.action(for: event)
      switch action?.order {
      case .ahead:
        waiting.remove(at: index)
        perform(event, action)
      case .superseding:
        waiting.removeFirst(index)
        return true
      case .inTurn, nil: index += 1
      }
    }
    return false
  }

  // MARK: Dropping

  /// Drops the waiting events. If one of them would have opened a place for text, the text after it is refused.
  func drop(because refusal: KeyRefusal) {
    for (event, _, _) in waiting {
      if Self.endsText(event) { text = nil } else if isOfText(event) { expectText(refusal) }
    }
    clear()
  }

  private func clear() { waiting = [] }

  /// Takes the waiting events away, in their order: they are meant for another file.
  func takeWaiting() -> [InputEvent] {
    defer { clear() }
    return waiting.map(\.event)
  }

  /// Drops the waiting events, and says so.
  private func dropAloud(because refusal: KeyRefusal) {
    guard let event = waiting.first?.event else { return }
    drop(because: refusal)
    responder?.refuse(event, because: refusal)
  }

  /// Drops the waiting events if work has failed: they were typed after it. From now on the screen shows the failure.
  /// Tracked.
  func dropAfterFailure() {
    guard let responder, responder.failureCount != failures.count else { return }
    failures = (responder.failureCount, isGivenUp ? -.infinity : responder.elapsed)
    // Text for an open form can only be meant for the form.
    if let event = waiting.first?.event, work(before: event, responder.action(for: event)) != .filling {
      dropAloud(because: .typedBehindFailure)
    }
  }

  /// Drops the waiting events when a lock wait begins: they were meant for the rows after the change.
  private func dropBehindLock() {
    guard let responder else { return }
    defer { wasLocked = responder.isLocked }
    guard responder.isLocked, !wasLocked, let event = waiting.first?.event else { return }
    if work(before: event, responder.action(for: event)) != .filling { dropAloud(because: .notNow) }
  }

  // MARK: Performing

  /// `isNew`: the event has just come, and has not waited.
  private func perform(
    _ event: InputEvent, _ action: EventAction?, meaning sight: CursorSight? = nil, isNew: Bool = false
  ) {
    guard let responder else { return }
    if let text, isRefused(event, action) {
      if Self.endsText(event) { self.text = nil } else { expectText(text.refusal) }
      return responder.refuse(event, because: text.refusal)
    }
    guard var action else {
      // Esc and a key that opens a text may come at once. They look like Alt and that key, and the text follows.
      if case .key(.alt(let key)) = event, isOfText(.key(key)) {
        expectText(.togetherWithEscape)
      }
      return responder.clearMessages(before: event)
    }
    let isUnread = action.answered.map { !reading.isRead($0, by: event, at: responder.elapsed) } ?? false
    if isUnread, let question = action.answered, reading.isUndrawn(question) { return }
    // A key in a form acts on the shown form.
    let isFailureUnread =
      !responder.takesText && (pressTime ?? responder.elapsed) < failures.since + Notice.readingTime
    if action.clearsMessages, !isFailureUnread { responder.clearMessages(before: event) }
    if isUnread { action.refusal = .unreadQuestion }
    if isFailureUnread, action.isChange { action.refusal = .typedBehindFailure }
    let meansRecord = action.isOfRecord && [nil, .writePermission].contains(action.refusal)
    let isRecordUnseen = meansRecord && sight?() == false
    let isExchanged = meansRecord && responder.isCursorUnread(at: pressTime ?? responder.elapsed)
    if isExchanged { action.refusal = .exchangedRecord }
    if isRecordUnseen { action.refusal = .unseenRecord }
    let hadPlace = text != nil && responder.takesText
    if let refusal = action.refusal { responder.refuse(event, because: refusal) } else { action.perform() }
    if action.isOfText, action.refusal != nil || responder.takesText {
      expectText(action.refusal ?? .notNow)
    } else if hadPlace, action.clearsMessages || !responder.takesText {
      text = nil
    }
    // The events after it were meant for its result.
    if isRecordUnseen { drop(because: .unseenRecord) }
    lookForQuestions(askedBy: isNew)
  }

  // MARK: Questions

  /// Looks for a new question. The waiting events were typed for something else, and are dropped. `askedBy`: whether an
  /// event that has just come asked it.
  private func lookForQuestions(askedBy isNew: Bool = false) {
    guard let responder, reading.look(at: responder.questions, byKey: isNew) else { return }
    if isNew { hasAsked = true }
    dropAloud(because: .typedBeforeQuestion)
  }

  private func noteKey(_ event: InputEvent) {
    guard let responder else { return }
    switch event {
    case .key, .action, .named, .paste: reading.keyCame(event, at: responder.elapsed, asks: hasAsked)
    case .background, .pasteHalted, .mouse, .resize, .endOfKeys, .end: break
    }
  }

  /// Whether an event that comes now may be the last key, still held.
  func isHeld(_ event: InputEvent) -> Bool { responder.map { reading.isHeld(event, at: $0.elapsed) } ?? false }

  /// When the person can have read the questions and the last failure, if they press no key before; `nil`: there are
  /// none.
  var readableAt: Double? {
    let failure = failures.since.isFinite ? failures.since + Notice.readingTime : nil
    return ([failure] + (responder?.questions.map(reading.readableAt) ?? [])).compactMap(\.self).max()
  }

  // MARK: Text

  private func expectText(_ refusal: KeyRefusal) {
    text = responder.map { (refusal, $0.elapsed) }
  }

  private static func endsText(_ event: InputEvent) -> Bool { event == .key(.enter) || event == .key(.escape) }

  private func isOfText(_ event: InputEvent) -> Bool { responder?.action(for: event)?.isOfText == true }

  /// Whether the event is meant for a text without a place. It is refused until Enter, Esc or a pause.
  private func isRefused(_ event: InputEvent, _ action: EventAction?) -> Bool {
    guard let text, let responder, responder.elapsed - text.lastEvent < Self.pause, !responder.takesText else {
      return false
    }
    switch event {
    case .key(.escape), .paste: return true
    // These are not text, and do no harm.
    case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown): return false
    case .key, .action, .named: if case .inTurn? = action?.order ?? .inTurn() { return true } else { return false }
    case .background, .pasteHalted, .mouse, .resize, .endOfKeys, .end: return false
    }
  }
}
