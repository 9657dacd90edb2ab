// The keys of a screen: one table, from which keys are handled, the bottom line is written and the help is made.
import Terminals

/// One line of a key table.
struct KeyBinding<Target> {
  /// The keys that do it.
  let keys: [Key]
  /// How the keys are written, for a person.
  let caption: String
  /// What it does, in a few words.
  let title: String
  /// Whether the bottom line shows it.
  let isHinted: Bool
  /// Whether it would do something now.
  let isEnabled: @MainActor (Target) -> Bool
  let perform: @MainActor (Target) -> Void

  init(
    _ keys: Key..., caption: String, _ title: String, isHinted: Bool = false,
    if isEnabled: @escaping @MainActor (Target) -> Bool = { _ in true },
    perform: @escaping @MainActor (Target) -> Void
  ) {
    self.keys = keys
    self.caption = caption
    self.title = title
    self.isHinted = isHinted
    self.isEnabled = isEnabled
    self.perform = perform
  }
}

/// A key and what it does, as a person reads it.
public struct KeyHint: Hashable, Sendable {
  public var caption: String
  public var title: String
}

extension Array {
  /// Does what the table says of `key`. Returns whether it says anything.
  @MainActor
  func handle<Target>(_ key: Key, _ target: Target) -> Bool where Element == KeyBinding<Target> {
    guard let binding = first(where: { $0.keys.contains(key) }) else { return false }
    if binding.isEnabled(target) { binding.perform(target) }
    return true
  }

  /// The keys that the bottom line shows: those that would do something now.
  @MainActor
  func hints<Target>(_ target: Target) -> [KeyHint] where Element == KeyBinding<Target> {
    filter { $0.isHinted && $0.isEnabled(target) }.map { KeyHint(caption: $0.caption, title: $0.title) }
  }

  /// All keys, for the help.
  func help<Target>() -> [KeyHint] where Element == KeyBinding<Target> {
    map { KeyHint(caption: $0.caption, title: $0.title) }
  }
}
