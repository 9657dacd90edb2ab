import Terminals

/// What an input event does, as things stand.
@MainActor
struct EventAction {
  /// When it is done.
  enum Order {
    /// Behind the events before it, when none of the work that it names is under way.
    case inTurn(waitsFor: Barrier = [])
    /// At once; the events that wait go on waiting.
    case ahead
    /// At once, and the events that wait are dropped: they meant what this takes away.
    case superseding
  }

  var order = Order.inTurn()
  /// Why it can't be done; `nil` where it can.
  var refusal: KeyRefusal?
  /// Whether the same event, while this one waits, is done at once.
  var isUrgentAgain = false
  /// Whether it opens a place for text, or is text itself: what follows is meant for that place.
  var isOfText = false
  /// Whether it writes to the file: the person may be asked first.
  var writes = false
  /// Whether it is done to the record with the cursor, and changes, marks or copies that.
  var isOfRecord = false
  /// The question that it answers: the person must have read that.
  var answered: Question?
  /// Whether it takes away the messages that stay until a key is pressed.
  var clearsMessages = true
  var perform: @MainActor () -> Void

  /// Whether it changes records, or which ones a change means.
  var isChange: Bool {
    if case .inTurn(let work) = order, work.contains(.change) { return true }
    return writes || isOfRecord
  }
}

/// Tells later whether the record with the cursor is one that a key could mean when it was pressed.
typealias CursorSight = @MainActor () -> Bool

/// What gives events their meaning.
@MainActor
protocol EventResponder: AnyObject {
  /// What the event does now; `nil`: nothing.
  func action(for event: InputEvent) -> EventAction?
  /// The work that is under way. Not tracked.
  var barrier: Barrier { get }
  /// Whether another program's lock keeps work from ending: then no event waits for it.
  var isLocked: Bool { get }
  /// What is asked now that one key answers. Not tracked.
  var questions: [Question] { get }
  /// How many changes have failed: what waits behind one meant a list that did not come about. Tracked.
  var failureCount: Int { get }
  /// Whether there is a place that takes text. Tracked.
  var takesText: Bool { get }
  /// The seconds since some moment.
  var elapsed: Double { get }
  /// An event acts, or is refused: what was shown until the next key is seen.
  func clearMessages(before event: InputEvent)
  /// Says why an event can't act.
  func refuse(_ event: InputEvent, because refusal: KeyRefusal)
  /// What a key can mean that is pressed now, and waits.
  var cursorSight: CursorSight { get }
}
