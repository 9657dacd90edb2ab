import AlmanacRecords
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
  /// The keys of its form that are hard to guess, for the help.
  var formHelp: [KeyHint] { get }
  /// What a dialog has to say and has no room for. Tracked.
  var message: Message? { get }
  /// The record that is open, by its name in the top line; `nil` where the tabs stand there. Tracked.
  var recordTitle: String? { get }
  /// How many records the table has, so that it agrees with the rows in each frame; `nil` where there are none. Tracked.
  var total: RecordCount? { get }
  /// The record that keys are about. Not tracked.
  var record: RecordID? { get }
  /// Which record a key can mean that is pressed now.
  var cursorSight: CursorSight { get }
  /// What the status line says at its right.
  var note: [String] { get }
  /// Whether records are marked. Tracked.
  var hasMarks: Bool { get }
  /// Whether Esc has nothing to close or to clear here. Tracked.
  var isAtRoot: Bool { get }
  /// Whether printable keys are text now.
  var takesText: Bool { get }
  /// Whether it is on the screen: where it isn't, it reads nothing.
  func setShown(_ isShown: Bool)
  func layOut(in rect: Rect)
  /// What it asks that one key answers, be it behind something else. Not tracked.
  var questions: [Question] { get }
  /// When the person can have read all that is news in it; `nil` where nothing is. Not tracked.
  var readableAt: Double? { get }
  /// What a key does now; `nil`: it means nothing here.
  func action(for key: Key) -> EventAction?
  /// What pasted text does now; `nil`: there is nothing that it could go into.
  func action(forPasted text: String) -> EventAction?
  /// The most bytes that it takes of a paste.
  var textLimit: Int { get }
  func action(for event: MouseEvent) -> EventAction?
  /// The work under way that keys may have to wait for. Not tracked.
  var barrier: Barrier { get }
  /// Reads what `barrier` depends on, so that the observer runs when work has ended.
  func trackBarrier()
  func timePassed()
  /// A key was pressed: what is shown until then has been seen.
  func keyPressed()
  /// Goes to a record that is hidden.
  func show(_ hidden: HiddenRecord)
  /// Whether something is being looked for, or a number is asked for, that `stop()` ends.
  var canStop: Bool { get }
  func stop()
}

extension TabScreen {
  var textLimit: Int { .max }
  var formHelp: [KeyHint] { [] }
  var message: Message? { nil }
  var record: RecordID? { nil }
  var cursorSight: CursorSight { { true } }
  var recordTitle: String? { nil }
  var total: RecordCount? { nil }
  var hasMarks: Bool { false }
  var isAtRoot: Bool { true }
  var questions: [Question] { [] }
  var readableAt: Double? { nil }
  func keyPressed() {}
  func show(_ hidden: HiddenRecord) {}
  var canStop: Bool { false }
  func stop() {}
  var barrier: Barrier { [] }
  func trackBarrier() {}
}
