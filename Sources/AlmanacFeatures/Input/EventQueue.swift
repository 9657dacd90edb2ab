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
    let refusal: KeyRefusal
    let lastEvent: Double

    init(_ refusal: KeyRefusal, at lastEvent: Double) { (self.refusal, self.lastEvent) = (refusal, lastEvent) }
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
  weak var responder: (any EventResponder)? { didSet { failureCount = responder?.failureCount ?? 0 } }

  /// Makes an empty queue.
  public init() {}

  /// Whether events wait. Tracked.
  var isAnyWaiting: Bool {
    changes.access()
    return !waiting.isEmpty
  }

  /// Takes an event: it is done now, or in its turn.
  func add(_ event: InputEvent) {
    dropAfterFailure()
    let action = responder?.action(for: event)
    switch action?.order {
    case .ahead: perform(event)
    case .superseding:
      drop()
      perform(event)
    case .inTurn where action?.isUrgentAgain == true && waiting.contains(event):
      drop()
      perform(event)
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
      if let action = responder.action(for: event), action.refusal == nil, case .inTurn(let work) = action.order,
        !work.isDisjoint(with: responder.barrier), !isRefused(event)
      {
        if overtake() { continue }
        guard responder.isLocked else { return }
        // Behind a lock it would be done when the person no longer thinks of it.
        drop()
        return refuse(.notNow, action, responder)
      }
      waiting.removeFirst()
      perform(event)
    }
  }

  /// The first event waits: does what does not wait behind it, as if it came now. Returns whether that has dropped it.
  private func overtake() -> Bool {
    var index = 1
    while index < waiting.count {
      let event = waiting[index]
      switch responder?.action(for: event)?.order {
      case .ahead:
        waiting.remove(at: index)
        perform(event)
      case .superseding:
        waiting.removeFirst(index)
        return true
      case .inTurn, nil: index += 1
      }
    }
    return false
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

  private func perform(_ event: InputEvent) {
    guard let responder else { return }
    if let text = refusedText, isRefused(event) {
      refusedText = event == .key(.enter) || event == .key(.escape) ? nil : RefusedText(text.refusal, at: responder.now)
      return responder.refuse(text.refusal)
    }
    guard let action = responder.action(for: event) else { return responder.clearMessages(before: event) }
    if action.clearsMessages { responder.clearMessages(before: event) }
    if let refusal = action.refusal { refuse(refusal, action, responder) } else { action.perform() }
  }

  private func refuse(_ refusal: KeyRefusal, _ action: EventAction, _ responder: any EventResponder) {
    responder.refuse(refusal)
    if action.opensText { refusedText = RefusedText(refusal, at: responder.now) }
  }

  /// Whether the event is meant for a text whose place was not opened: it is refused too, until Enter, Esc or a pause.
  private func isRefused(_ event: InputEvent) -> Bool {
    guard let refusedText, let responder, responder.now - refusedText.lastEvent < Self.pause else { return false }
    switch event {
    case .key(let key): return key == .escape || !Self.isAtOnce(responder.action(for: .key(key)))
    case .paste: return true
    case .mouse, .resize, .end: return false
    }
  }

  private static func isAtOnce(_ action: EventAction?) -> Bool {
    switch action?.order {
    case .ahead, .superseding: true
    case .inTurn, nil: false
    }
  }
}
