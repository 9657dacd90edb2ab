import Databases

/// What the status line says: errors, each until a key is pressed, and behind them what happened last. Each message is
/// shown on the tab that it belongs to, and waits there while another tab is shown.
public struct MessageQueue: Hashable, Sendable {
  /// The queue keeps no more errors than this at once.
  private static let capacity = 8

  /// Those that no key was pressed for yet, the oldest first.
  private var errors: [Message] = []
  private var last: Message?

  init() {}

  /// The message that is shown while this tab is.
  public func shown(on tab: Application.Tab?) -> Message? {
    (errors + [last].compactMap(\.self)).first { $0.isShown(on: tab) }
  }

  /// Why the last change failed, if it did.
  var lastError: Message? { errors.last }

  /// Shows a message: an error takes the place of what happened before it, and nothing takes the place of an error.
  mutating func show(_ message: Message) {
    guard message.isError else { return last = message }
    if errors.isEmpty { last = nil }
    if errors.last != message, errors.count < Self.capacity { errors.append(message) }
  }

  /// Adds a sentence to what is shown on a tab. Returns whether something is shown there.
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

  /// A table has another name now: its messages belong to that tab.
  mutating func rename(_ old: String, to new: String) {
    for index in errors.indices { errors[index].rename(old, to: new) }
    last?.rename(old, to: new)
  }

  /// The user pressed a key while this tab is shown, and has seen the error that is shown there, or the remark.
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

  /// Once, however often it is to be said.
  fileprivate mutating func add(_ sentence: String) { if !text.hasSuffix(sentence) { text += " " + sentence } }

  fileprivate mutating func rename(_ old: String, to new: String) {
    if tab == .table(old) { tab = .table(new) }
    if record?.table.isSameName(as: old) == true { record?.table = new }
  }
}
