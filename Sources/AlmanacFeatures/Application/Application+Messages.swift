// The messages of the status line, and keys that can't act.
import AlmanacRecords
import Stores
import Terminals

extension Application {
  /// A message for the person, or a key after it.
  public enum MessageAction: Sendable {
    /// A remark for the person.
    case noted(String)
    /// Something of the person's own is wrong, whatever the screen shows.
    case complained(String)
    /// A key was pressed that can't act now.
    case keyRefused(KeyRefusal)
    /// The person has pressed a key since the message came.
    case seen
  }

  func reduce(_ action: MessageAction, _ state: inout State) {
    switch action {
    case .noted(let text): state.note(text)
    case .complained(let text): state.messages.show(Message(text: text, isError: true))
    case .keyRefused(let refusal): refuse(refusal, &state)
    case .seen:
      state.messages.clearShown(on: state.tab)
      state.quitting.isAsked = false
      state.messages.isKeyRefused = false
    }
  }

  /// Says or asks something because a key can't act.
  private func refuse(_ refusal: KeyRefusal, _ state: inout State) {
    switch refusal {
    case .because(let sentence): state.show(Message(text: sentence, isError: true))
    case .recordGone: state.show(.recordGone)
    case .oldRows:
      state.setShownList { $0.pausedCounts = nil }
      state.note("The list has caught up: press the key again for what it shows now.")
    case .writePermission: state.dialog = .writeQuestion
    case .notNow: state.messages.isKeyRefused = true
    case .typedBehindFailure:
      let sentence = "What you typed after it was dropped."
      if !state.messages.add(sentence, on: state.tab) { state.show(Message(text: sentence, isError: true)) }
    }
  }
}

extension Application.State {
  /// Shows a message on the tab of a table, or on the shown tab.
  mutating func show(_ message: Message, on table: ListedTable? = nil) {
    show(message, at: table.map { .table($0.name) })
  }

  /// Shows a message on a tab.
  mutating func show(_ message: Message, at place: Application.Tab?) {
    var message = message
    // A message about a table that is gone appears on the shown tab.
    message.tab = place.flatMap { place in (tabs + [.changes, .query, .board]).first { $0 == place } } ?? tab
    messages.show(message)
  }

  /// Shows a passing remark on the tab of a table, or on the shown tab.
  mutating func note(_ text: String, on table: ListedTable? = nil) {
    show(Message(text: text, isPassing: true), on: table)
  }

  /// Says that a table is gone from the file.
  mutating func noteGone(_ table: String) {
    messages.show(Message(text: "\(table) is no longer in the file.", isPassing: true))
  }

  /// Says which columns a table has lost, or which one was renamed.
  mutating func noteColumns(of old: ListedTable, in new: ListedTable, renamed: ColumnRename?) {
    if let renamed { return note("The column \(renamed.old) of \(new.name) is called \(renamed.new) now.", on: new) }
    let gone = old.columns.filter { !new.columns.contains($0) }
    if gone.isEmpty { return }
    note("\(new.name) no longer has the \(gone.count == 1 ? "column" : "columns") \(gone.inWords(atMost: 3)).", on: new)
  }
}

extension BookChange {
  var record: Message.Record? { onlyRow.map { Message.Record(table: $0.table, id: $0.id) } }
}

extension KeyHint {
  static let undo = KeyHint(keys: [.character("u")], title: "undo")
  static let choose = KeyHint(keys: [.character("=")], title: "choose")
  static let redo = KeyHint(keys: [.control("r")], title: "redo")
}
