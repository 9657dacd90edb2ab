// The one place where input waits.
//
//   event ──> queue ──> its turn: what does it mean now? ──┬─> nothing it depends on is under way ──> done
//                                                          ├─> work is under way ──> waits, and all behind it
//                                                          └─> refused ──> the reason; what was meant for a text too
//
// Dropped: by Esc, Ctrl-C, text in a search, a change that fails, another program's lock, another file, a question that
// one key answers, and behind a key for a record that the person had not seen when they pressed it, unless the list has
// only lost records since. A key that changes something is also dropped while the person can't have read yet that work
// has failed.
import Observing
import Terminals

/// The events of a terminal, in their order. Each is done in its turn: what it means is only known then.
@MainActor
public final class EventQueue {
  /// After a pause of so many seconds a key is no longer part of a text that has no place.
  private static let pause = 0.5

  /// The events that wait, when each came, and, of those that are to be done to the record with the cursor, which one they
  /// can mean.
  private(set) var waiting: [(event: InputEvent, sight: CursorSight?, time: Double?)] = [] {
    didSet {
      guard wasAnyWaiting == waiting.isEmpty else { return }
      wasAnyWaiting = !waiting.isEmpty
      changes.noteChange()
    }
  }
  /// Whether events waited when observers were last to look.
  private var wasAnyWaiting = false
  /// The text that is typed, if no key has ended it: why it is refused while there is no place for it, and when the last
  /// event came that was meant for it, or its place went.
  private var text: (refusal: KeyRefusal, lastEvent: Double)?
  private var hadPlace = false
  /// The failures that the events which wait do not follow, and since when the screen tells of the last one.
  private var failures = (count: 0, since: -Double.infinity)
  /// Whether the last event took away what waited, as Esc does: then a failure is what the person wanted.
  private var isGivenUp = false
  private var isDraining = false
  /// Whether another program's lock was waited for when the queue looked last.
  private var wasLocked = false
  /// Which questions there are, and which the person can have read.
  private var reading = QuestionReading()
  /// Whether the event under way has asked one.
  private var hasAsked = false
  /// When the event under way came, where it has waited.
  private(set) var pressTime: Double?
  /// Whether the event under way has dropped others that waited.
  private(set) var hasDropped = false
  private let changes = ChangeStamp()
  /// What gives the events their meaning; without one they wait.
  weak var responder: (any EventResponder)? { didSet { failures = (responder?.failureCount ?? 0, -.infinity) } }

  /// Makes an empty queue.
  public init() {}

  /// Whether events wait. Tracked.
  var isAnyWaiting: Bool {
    changes.access()
    return !waiting.isEmpty
  }

  /// Looks whether the place for text has gone that there was: if no key has ended the text, it goes on. Tracked.
  func followPlace() {
    guard let responder else { return }
    let hasPlace = responder.takesText
    if hadPlace, !hasPlace { text?.lastEvent = responder.elapsed }
    hadPlace = hasPlace
  }

  /// Takes an event: it is done now, or in its turn. `sight`: which record it can mean; otherwise those that are seen.
  func add(_ event: InputEvent, meaning sight: CursorSight? = nil) {
    lookForQuestions()
    dropAfterFailure()
    dropBehindLock()
    hasAsked = false
    defer { noteKey(event) }
    let action = responder?.action(for: event)
    if case .superseding? = action?.order { isGivenUp = true } else { isGivenUp = false }
    // Behind what opens a place for text it is text.
    let isUrgent =
      action?.isUrgentAgain == true && waiting.contains { $0.event == event }
      && !waiting.contains { isOfText($0.event) }
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
      // Those before it have been looked at.
      drain(from: waiting.count - 1)
    case .inTurn, .superseding:
      hasDropped = !waiting.isEmpty
      clear()
      perform(event, action, isNew: true)
      hasDropped = false
    }
  }

  /// Does what has waited for work that has ended. Of the events behind one that waits those from `index` on may mean
  /// something else now.
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
        // Behind a lock it would be done when the person no longer thinks of it.
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

  /// The work under way that an event has to wait for, which means `action` now; `nil` where it has its turn.
  private func work(before event: InputEvent, _ action: EventAction?) -> Barrier? {
    guard let responder else { return nil }
    // What means nothing now may answer the question that is to come.
    var work = Barrier.question
    if let action {
      guard [nil, .writePermission].contains(action.refusal), case .inTurn(let own) = action.order else { return nil }
      work.formUnion(own)
    }
    let present = work.intersection(responder.barrier)
    return present.isEmpty || isRefused(event, action) ? nil : present
  }

  /// The first event waits: does what does not wait behind it, as if it came now. Returns whether that has dropped it.
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

  /// Drops what waits. Where that would have opened a place for text, what follows is refused.
  func drop(because refusal: KeyRefusal) {
    for (event, _, _) in waiting {
      if Self.endsText(event) { text = nil } else if isOfText(event) { expectText(refusal) }
    }
    clear()
  }

  private func clear() { waiting = [] }

  /// Drops what waits, and says so.
  private func dropAloud(because refusal: KeyRefusal) {
    guard let event = waiting.first?.event else { return }
    drop(because: refusal)
    responder?.refuse(event, because: refusal)
  }

  /// Looks whether work has failed: what waits was typed behind it, and the screen tells of it from now on. Tracked.
  func dropAfterFailure() {
    guard let responder, responder.failureCount != failures.count else { return }
    failures = (responder.failureCount, isGivenUp ? -.infinity : responder.elapsed)
    // Text for a form that is open means nothing but that.
    if let event = waiting.first?.event, work(before: event, responder.action(for: event)) != .filling {
      dropAloud(because: .typedBehindFailure)
    }
  }

  /// A change begins to wait for another program's lock. What was typed behind it meant the rows as the change leaves them.
  private func dropBehindLock() {
    guard let responder else { return }
    defer { wasLocked = responder.isLocked }
    guard responder.isLocked, !wasLocked, let event = waiting.first?.event else { return }
    if work(before: event, responder.action(for: event)) != .filling { dropAloud(because: .notNow) }
  }

  // MARK: Doing

  /// `isNew`: it has just come, and has not waited.
  private func perform(
    _ event: InputEvent, _ action: EventAction?, meaning sight: CursorSight? = nil, isNew: Bool = false
  ) {
    guard let responder else { return }
    if let text, isRefused(event, action) {
      if Self.endsText(event) { self.text = nil } else { expectText(text.refusal) }
      return responder.refuse(event, because: text.refusal)
    }
    guard var action else { return responder.clearMessages(before: event) }
    let isUnread = action.answered.map { !reading.isRead($0, at: responder.elapsed) } ?? false
    if isUnread, let question = action.answered, reading.isUndrawn(question) { return }
    // What a form is told to do it does to what it shows.
    let isFailureUnread =
      !responder.takesText && (pressTime ?? responder.elapsed) < failures.since + Notice.readingTime
    if action.clearsMessages, !isFailureUnread { responder.clearMessages(before: event) }
    if isUnread { action.refusal = .unreadQuestion }
    if isFailureUnread, action.isChange { action.refusal = .typedBehindFailure }
    let isRecordUnseen = action.isOfRecord && sight?() == false && [nil, .writePermission].contains(action.refusal)
    if isRecordUnseen { action.refusal = .unseenRecord }
    let hadPlace = text != nil && responder.takesText
    if let refusal = action.refusal { responder.refuse(event, because: refusal) } else { action.perform() }
    if action.isOfText, action.refusal != nil || responder.takesText {
      expectText(action.refusal ?? .notNow)
    } else if hadPlace, action.clearsMessages || !responder.takesText {
      text = nil
    }
    // What waits behind it meant what it would have done.
    if isRecordUnseen { drop(because: .unseenRecord) }
    lookForQuestions(askedBy: isNew)
  }

  // MARK: Questions

  /// Looks whether something is asked that was not asked before. What waits was typed for something else.
  /// `askedBy`: an event that has just come has asked it.
  private func lookForQuestions(askedBy isNew: Bool = false) {
    guard let responder, reading.look(at: responder.questions, byKey: isNew) else { return }
    if isNew { hasAsked = true }
    dropAloud(because: .typedBeforeQuestion)
  }

  private func noteKey(_ event: InputEvent) {
    guard let responder, !hasAsked else { return }
    switch event {
    case .key, .paste: reading.keyCame(at: responder.elapsed)
    case .mouse, .resize, .end: break
    }
  }

  /// When the person can have read what is asked and what has failed, if they press no key before; `nil`: neither is there.
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

  /// Whether the event is meant for a text that has no place: it is refused, until Enter, Esc or a pause.
  private func isRefused(_ event: InputEvent, _ action: EventAction?) -> Bool {
    guard let text, let responder, responder.elapsed - text.lastEvent < Self.pause, !responder.takesText else {
      return false
    }
    switch event {
    case .key(.escape), .paste: return true
    // They are no text, and do no harm.
    case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown): return false
    case .key: if case .inTurn? = action?.order ?? .inTurn() { return true } else { return false }
    case .mouse, .resize, .end: return false
    }
  }
}
