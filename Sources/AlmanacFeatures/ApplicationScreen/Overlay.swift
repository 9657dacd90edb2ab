import Terminals

/// A dialog over the whole screen and whatever is behind it. It gets all keys while it is shown.
@MainActor
protocol Overlay: AnyObject {
  var pane: Pane! { get }
  func layOut(in screen: Rect)
  /// The keys that act now, except keys that mean something else. Tracked.
  func hints(except taken: [Key]) -> [KeyHint]
  /// The action of a key now; `nil`: none.
  func action(for key: Key) -> EventAction?
  /// The action of pasted text now; `nil`: it takes no text.
  func action(forPasted text: String) -> EventAction?
  /// The most bytes that it takes of a paste.
  var textLimit: Int { get }
  func action(for event: MouseEvent) -> EventAction?
  /// The question that one key answers; `nil` if there is none. Not tracked.
  var question: Question? { get }
  /// Whether it takes printable keys, as text or as answers.
  var takesText: Bool { get }
}

extension Overlay {
  func action(forPasted text: String) -> EventAction? { nil }
  func action(for event: MouseEvent) -> EventAction? { nil }
  var question: Question? { nil }
  var takesText: Bool { true }
  var textLimit: Int { .max }
}
