// The one place where input waits.
//
//   event ──> queue ──> its turn: what does it mean now? ──┬─> nothing it depends on is under way ──> done
//                                                          ├─> work is under way ──> waits, and all behind it
//                                                          └─> refused ──> the reason; what was meant for a text too
//
// Dropped: by Esc and Ctrl-C, by what takes away what the events meant, by a change that fails, by another program's lock.
import Observing
import Terminals

/// The events of a terminal, in their order. Each is done in its turn: what it means is only known then.
@MainActor
public final class EventQueue {
  /// What was refused that would have opened a place for text, and when the last event came that was meant for it.
  private struct RefusedText {
    var refusal: KeyRefusal
    var lastEvent: Double
  }

  /// After a pause of so many seconds a key is no longer part of a text that was refused.
  private static let pause = 0.5

  private(set) var waiting: [InputEvent] = []
  private var refusedText: RefusedText?
  /// The failures that the events which wait do not follow.
  private var failureCount = 0
  private var isDraining = false
  private let changes = ChangeStamp()
  /// What gives the events their meaning; without one they wait.
  weak var responder: (any EventResponder)? {
    didSet {
      failureCount = responder?.failureCount ?? 0
      refusedText = nil
    }
  }

  /// Makes an empty queue.
  public init() {}

  /// Whether events wait. Tracked.
  var isAnyWaiting: Bool {
    changes.access()
    return !waiting.isEmpty
  }

  /// Whether this event waits. Not tracked.
  func waits(_ event: InputEvent) -> Bool { waiting.contains(event) }

  /// Takes an event: it is done now, or in its turn.
  func add(_ event: InputEvent) {
    dropAfterFailure()
    let action = responder?.action(for: event)
    if let responder, isPartOfRefusedText(event, action, responder) { return }
    switch action?.order {
    case .ahead: if let action { perform(action, event) }
    case .superseding:
      drop()
      if let action { perform(action, event) }
    case .inTurn, nil:
      waiting.append(event)
      drain()
      if waiting.count == 1 { changes.noteChange() }
    }
  }

  /// Does what has waited for work that has ended.
  func drain() {
    guard let responder, !isDraining else { return }
    dropAfterFailure()
    isDraining = true
    defer { isDraining = false }
    while let event = waiting.first {
      let action = responder.action(for: event)
      if let action, action.refusal == nil, case .inTurn(let work) = action.order,
        !work.isDisjoint(with: responder.barrier)
      {
        guard responder.isLocked else { return }
        // Behind a lock it would be done when the person no longer thinks of it.
        drop()
        return refuse(.notNow, action, responder)
      }
      waiting.removeFirst()
      if let action { perform(action, event) } else { responder.clearMessages(before: event) }
    }
  }

  /// Drops what waits.
  func drop() {
    if waiting.isEmpty { return }
    waiting = []
    changes.noteChange()
  }

  private func dropAfterFailure() {
    guard let responder, responder.failureCount != failureCount else { return }
    failureCount = responder.failureCount
    drop()
  }

  private func perform(_ action: EventAction, _ event: InputEvent) {
    guard let responder else { return }
    if action.clearsMessages { responder.clearMessages(before: event) }
    if let refusal = action.refusal { refuse(refusal, action, responder) } else { action.perform() }
  }

  // MARK: Refused text

  private func refuse(_ refusal: KeyRefusal, _ action: EventAction, _ responder: any EventResponder) {
    responder.refuse(refusal)
    if action.opensText { refusedText = RefusedText(refusal: refusal, lastEvent: responder.now) }
  }

  /// Whether the event is meant for a text whose place was not opened: it is refused too, until Enter, Esc or a pause.
  private func isPartOfRefusedText(
    _ event: InputEvent, _ action: EventAction?, _ responder: any EventResponder
  ) -> Bool {
    guard let text = refusedText else { return false }
    let now = responder.now
    switch (event, action?.order) {
    case _ where now - text.lastEvent >= Self.pause:
      refusedText = nil
      return false
    case (.key(.enter), _), (.key(.escape), _): refusedText = nil
    case (_, .ahead), (_, .superseding): return false
    default: refusedText?.lastEvent = now
    }
    responder.refuse(text.refusal)
    return true
  }
}
