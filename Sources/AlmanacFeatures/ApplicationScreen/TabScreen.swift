import AlmanacRecords
import Terminals

/// The interface of a tab's screen for the application's screen.
@MainActor
protocol TabScreen: AnyObject {
  /// The panes from back to front. Tracked.
  var panes: [Pane] { get }
  /// The keys that act now, except keys that mean something else. Tracked.
  func hints(except taken: [Key]) -> [KeyHint]
  /// All keys, for the help.
  var help: [KeyHint] { get }
  /// The keys of its form that are hard to guess, for the help.
  var formHelp: [KeyHint] { get }
  /// A dialog's message that has no room there. Tracked.
  var message: Message? { get }
  /// The name of the open record for the top line; `nil` if that shows the tabs. Tracked.
  var recordTitle: String? { get }
  /// The record count of the table, in agreement with the rows in each frame; `nil` if there are no rows. Tracked.
  var total: RecordCount? { get }
  /// The record that keys act on. Not tracked.
  var record: RecordID? { get }
  /// Which record a key pressed now may mean.
  var cursorSight: CursorSight { get }
  /// Whether a key pressed at `time` can't have meant the record with the cursor: others have just put it there.
  func isCursorUnread(at time: Double) -> Bool
  /// The facts at the right of the status line.
  var note: [String] { get }
  /// Whether records are marked. Tracked.
  var hasMarks: Bool { get }
  /// Whether Esc has nothing to close or to clear here. Tracked.
  var isAtRoot: Bool { get }
  /// Whether printable keys are text now.
  var takesText: Bool { get }
  /// Whether it is on the screen. If not, it reads nothing.
  func setShown(_ isShown: Bool)
  func layOut(in rect: Rect)
  /// The questions that one key answers, even behind a dialog. Not tracked.
  var questions: [Question] { get }
  /// When the person can have read all its changes; `nil` if there are none. Not tracked.
  var readableAt: Double? { get }
  /// The action of a key now; `nil`: none here.
  func action(for key: Key) -> EventAction?
  /// The action of pasted text now; `nil`: it takes no text.
  func action(forPasted text: String) -> EventAction?
  /// The most bytes that it takes of a paste.
  var textLimit: Int { get }
  func action(for event: MouseEvent) -> EventAction?
  /// The present work that keys may have to wait for. Tracked.
  var barrier: Barrier { get }
  func timePassed()
  /// What can be copied of `records`. Nil means the records that keys act on. Tracked.
  func copies(of records: CopiedRecords?) -> [CopyChoice]
  /// The columns that the person can go to. Tracked.
  var columns: [ColumnChoice] { get }
  /// Writes the shown list to a new file; nil without a list. Tracked.
  var export: (@MainActor (_ path: String) -> Void)? { get }
  /// Why a command of the person's own can't run for records here; `nil` if it can.
  var commandRefusal: KeyRefusal? { get }
  /// Runs a command of the person's own for the records that keys act on.
  func run(_ command: UserCommand)
  /// A key was pressed: the person has seen the shown content.
  func keyPressed()
  /// The mouse was pressed anywhere: a later drag does not go on from an earlier press.
  func forgetPress()
  /// Goes to a hidden record.
  func show(_ hidden: HiddenRecord)
  /// Whether a search or a confirmation is under way that `stop()` ends.
  var canStop: Bool { get }
  func stop()
}

extension TabScreen {
  var textLimit: Int { .max }
  var formHelp: [KeyHint] { [] }
  var message: Message? { nil }
  var record: RecordID? { nil }
  var cursorSight: CursorSight { { true } }
  func isCursorUnread(at time: Double) -> Bool { false }
  var recordTitle: String? { nil }
  var total: RecordCount? { nil }
  var hasMarks: Bool { false }
  var isAtRoot: Bool { true }
  var questions: [Question] { [] }
  var readableAt: Double? { nil }
  func copies(of records: CopiedRecords?) -> [CopyChoice] { [] }
  var columns: [ColumnChoice] { [] }
  var export: (@MainActor (_ path: String) -> Void)? { nil }
  var commandRefusal: KeyRefusal? { .because("There is no record here.") }
  func run(_ command: UserCommand) {}
  func keyPressed() {}
  func forgetPress() {}
  func show(_ hidden: HiddenRecord) {}
  var canStop: Bool { false }
  func stop() {}
  var barrier: Barrier { [] }
}

/// A column that a person can go to.
struct ColumnChoice {
  let name: String
  /// Whether it is hidden. Going to it shows it.
  let isHidden: Bool
  let perform: @MainActor () -> Void
}
