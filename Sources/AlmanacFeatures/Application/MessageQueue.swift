/// What the status line has to say: errors, each until a key is pressed, and behind them what happened last.
public struct MessageQueue: Hashable, Sendable {
  /// More errors than this at once say nothing more.
  private static let capacity = 8

  /// Those that no key was pressed for yet, the oldest first.
  private var errors: [Message] = []
  private var last: Message?

  init() {}

  /// The message that is shown.
  public var shown: Message? { errors.first ?? last }

  /// Why the last change failed, if it did.
  var lastError: Message? { errors.last }

  /// Shows a message: an error takes the place of what happened before it, and nothing takes the place of an error.
  mutating func show(_ message: Message) {
    guard message.isError else { return last = message }
    if errors.isEmpty { last = nil }
    if errors.last != message, errors.count < Self.capacity { errors.append(message) }
  }

  /// A key was pressed: the error that was shown has been seen, or the remark.
  mutating func clearShown() {
    if !errors.isEmpty {
      errors.removeFirst()
    } else if last?.isPassing == true {
      last = nil
    }
  }
}
