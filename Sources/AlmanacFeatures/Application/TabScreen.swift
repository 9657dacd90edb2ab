import Terminals

/// What the application's screen asks of what stands behind a tab.
@MainActor
protocol TabScreen: AnyObject {
  /// The panes from back to front. Tracked.
  var panes: [Pane] { get }
  /// The keys that do something now, but for those that mean something else. Tracked.
  func hints(except taken: [Key]) -> [KeyHint]
  /// All keys, for the help.
  var help: [KeyHint] { get }
  /// What a dialog has to say and has no room for. Tracked.
  var message: Message? { get }
  /// What the status line says at its right.
  var note: [String] { get }
  /// Whether records are marked. Tracked.
  var hasMarks: Bool { get }
  /// Whether printable keys are text now.
  var takesText: Bool { get }
  /// Whether it is on the screen: where it isn't, it reads nothing.
  func setShown(_ isShown: Bool)
  func layOut(in rect: Rect)
  func handle(_ key: Key) -> KeyAnswer
  /// `unknown`: there is nothing that text could go into.
  func paste(_ text: String) -> KeyAnswer
  func handle(_ event: MouseEvent)
  func timePassed()
  /// Goes to a record that is hidden.
  func show(_ hidden: HiddenRecord)
  /// Whether something is being looked for, or a number is asked for, that `stop()` ends.
  var canStop: Bool { get }
  func stop()
  /// Forgets the keys that wait for rows. Returns whether there were any.
  func dropHeldKeys() -> Bool
  /// Lets the work of a key wait for those that wait, where there are any; `isForAnything`: only where the key may be
  /// meant for what one of them opens. Returns whether it waits.
  func hold(isForAnything: Bool, _ work: @escaping () -> Void) -> Bool
}

extension TabScreen {
  var message: Message? { nil }
  var hasMarks: Bool { false }
  func show(_ hidden: HiddenRecord) {}
  var canStop: Bool { false }
  func stop() {}
  func dropHeldKeys() -> Bool { false }
  func hold(isForAnything: Bool, _ work: @escaping () -> Void) -> Bool { false }
}
