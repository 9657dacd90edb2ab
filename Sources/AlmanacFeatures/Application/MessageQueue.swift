import Databases

/// The messages of the status line: errors, each until a key is pressed, and after them the last event. Each message is
/// shown on its own tab, and waits while another tab is shown.
public struct MessageQueue: Hashable, Sendable {
  /// The greatest number of waiting errors.
  private static let capacity = 8

  /// The errors that were not seen yet, the oldest first.
  private var errors: [Message] = []
  private var last: Message?
  /// Whether the last key can't act before the present write or lock wait is over.
  var isKeyRefused = false

  init() {}

  /// The message for this tab.
  public func shown(on tab: Application.Tab?) -> Message? {
    (errors + [last].compactMap(\.self)).first { $0.isShown(on: tab) }
  }

  /// The last error that was not seen yet, if any.
  var lastError: Message? { errors.last }

  /// Shows a message. An error replaces an earlier remark; nothing replaces an error.
  mutating func show(_ message: Message) {
    guard message.isError else { return last = message }
    if errors.isEmpty { last = nil }
    if errors.last != message, errors.count < Self.capacity { errors.append(message) }
  }

  /// Adds a sentence to the shown message of a tab. Returns whether there is one.
  mutating func add(_ sentence: String, on tab: Application.Tab?) -> Bool {
    if let index = errors.firstIndex(where: { $0.isShown(on: tab) }) {
      errors[index].add(sentence)
    } else if let last, last.isPassing, last.isShown(on: tab) {
      self.last?.add(sentence)
    } else {
      return false
    }
    return true
  }

  /// Follows the renaming of a table: its messages belong to the new tab.
  mutating func rename(_ old: String, to new: String) {
    for index in errors.indices { errors[index].rename(old, to: new) }
    last?.rename(old, to: new)
  }

  /// Removes the shown error or passing remark of a tab: the user pressed a key, and has seen it.
  mutating func clearShown(on tab: Application.Tab?) {
    if let index = errors.firstIndex(where: { $0.isShown(on: tab) }) {
      errors.remove(at: index)
    } else if let last, last.isPassing, last.isShown(on: tab) {
      self.last = nil
    }
  }
}

extension Message {
  fileprivate func isShown(on tab: Application.Tab?) -> Bool { self.tab == nil || self.tab == tab }

  /// Adds a sentence, unless the text already ends with it.
  fileprivate mutating func add(_ sentence: String) { if !text.hasSuffix(sentence) { text += " " + sentence } }

  fileprivate mutating func rename(_ old: String, to new: String) {
    if tab == .table(old) { tab = .table(new) }
    if record?.table.isSameName(as: old) == true { record?.table = new }
  }
}
