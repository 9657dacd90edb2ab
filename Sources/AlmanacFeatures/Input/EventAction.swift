import Terminals

/// The action of an input event in the present state.
@MainActor
struct EventAction {
  /// When the action is performed.
  enum Order {
    /// After the events before it, when none of the named work is under way.
    case inTurn(waitsFor: Barrier = [])
    /// At once. Waiting events continue to wait.
    case ahead
    /// At once, and waiting events are dropped: they were meant for what this action ends.
    case superseding
  }

  var order = Order.inTurn()
  /// Why it can't be performed; `nil` if it can.
  var refusal: KeyRefusal?
  /// Whether the same event, if this one still waits and its key is not held, acts at once.
  var isUrgentAgain = false
  /// Whether it opens a place for text, or is text: the events after it are meant for that place.
  var isOfText = false
  /// Whether it writes to the file: the person may be asked first.
  var writes = false
  /// Whether it changes, marks or copies the record with the cursor.
  var isOfRecord = false
  /// The question that it answers: the person must have read it.
  var answered: Question?
  /// Whether it clears messages that stay until a key is pressed.
  var clearsMessages = true
  var perform: @MainActor () -> Void

  /// Whether it changes records, or chooses the records for a change.
  var isChange: Bool {
    if case .inTurn(let work) = order, work.contains(.change) { return true }
    return writes || isOfRecord
  }
}

/// Tells later whether the key may have meant the record that then has the cursor.
typealias CursorSight = @MainActor () -> Bool

/// The object that turns events into actions.
@MainActor
protocol EventResponder: AnyObject {
  /// The present action of an event; `nil`: none.
  func action(for event: InputEvent) -> EventAction?
  /// The present work. Tracked.
  var barrier: Barrier { get }
  /// Whether another program's lock keeps work from ending. No event waits for it then. Tracked.
  var isLocked: Bool { get }
  /// The present questions that one key answers. Not tracked.
  var questions: [Question] { get }
  /// How many changes have failed: events waiting after one were meant for a list that did not come. Tracked.
  var failureCount: Int { get }
  /// Whether there is a place that takes text. Tracked.
  var takesText: Bool { get }
  /// The seconds from a fixed moment.
  var elapsed: Double { get }
  /// An event acts or is refused: messages shown until the next key have been seen.
  func clearMessages(before event: InputEvent)
  /// Says why an event can't act.
  func refuse(_ event: InputEvent, because refusal: KeyRefusal)
  /// Which record a key pressed now may mean, if it waits.
  var cursorSight: CursorSight { get }
  /// Whether a key pressed at `time` can't have meant the record with the cursor: others have just put it there.
  func isCursorUnread(at time: Double) -> Bool
}
