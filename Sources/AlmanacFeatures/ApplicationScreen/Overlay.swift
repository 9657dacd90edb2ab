import Terminals

/// A dialog over the whole screen, whatever stands behind it: it has all keys while it is shown.
@MainActor
protocol Overlay: AnyObject {
  var pane: Pane! { get }
  func layOut(in screen: Rect)
  /// The keys that do something now, but for those that mean something else. Tracked.
  func hints(except taken: [Key]) -> [KeyHint]
  /// What a key does now; `nil`: nothing.
  func action(for key: Key) -> EventAction?
  /// What pasted text does now; `nil`: there is nothing that it could go into.
  func action(forPasted text: String) -> EventAction?
  /// The most bytes that it takes of a paste.
  var textLimit: Int { get }
  func action(for event: MouseEvent) -> EventAction?
  /// What it asks that one key answers; `nil` where it asks no such thing. Not tracked.
  var question: Question? { get }
  /// Whether printable keys are text, or answers.
  var takesText: Bool { get }
}

extension Overlay {
  func action(forPasted text: String) -> EventAction? { nil }
  func action(for event: MouseEvent) -> EventAction? { nil }
  var question: Question? { nil }
  var takesText: Bool { true }
  var textLimit: Int { .max }
}
