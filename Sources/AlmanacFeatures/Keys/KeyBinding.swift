// The keys of a screen: one table, from which keys are handled, the bottom line is written and the help is made.
public import Terminals

/// One line of a key table.
struct KeyBinding<Target> {
  /// The keys that do it, the one to tell first.
  let keys: [Key]
  /// What it does, in a few words.
  let title: String
  /// Whether the bottom line shows it.
  let isHinted: Bool
  /// Whether it would do something now.
  let isEnabled: @MainActor (Target) -> Bool
  /// Whether the bottom line shows it now; `nil`: where it is enabled. Else, pressed, it says why it does nothing.
  let isOffered: (@MainActor (Target) -> Bool)?
  /// For what changes the book: where that can't be, it is not shown, and pressed it says why.
  let editing: (@MainActor (Target) -> Editing)?
  let perform: @MainActor (Target) -> Void

  init(
    _ keys: Key..., does title: String, isHinted: Bool = false, edits editing: (@MainActor (Target) -> Editing)? = nil,
    if isEnabled: @escaping @MainActor (Target) -> Bool = { _ in true },
    hintedIf isOffered: (@MainActor (Target) -> Bool)? = nil,
    perform: @escaping @MainActor (Target) -> Void
  ) {
    self.keys = keys
    self.title = title
    self.isHinted = isHinted
    self.editing = editing
    self.isEnabled = isEnabled
    self.isOffered = isOffered
    self.perform = perform
  }
}

/// Keys and what they do, for a person to read.
public struct KeyHint: Hashable, Sendable {
  public var keys: [Key]
  public var title: String

  /// How the keys are written.
  func caption(isUnicode: Bool) -> String {
    keys.map { $0.caption(isUnicode: isUnicode) }.joined(separator: " ")
  }
}

extension Array {
  /// Does what the table says of `key`. Returns whether it says anything.
  @MainActor
  func handle<Target>(_ key: Key, _ target: Target) -> Bool where Element == KeyBinding<Target> {
    guard let binding = first(where: { $0.keys.contains(key) }) else { return false }
    if let editing = binding.editing?(target), !editing.isAllowed {
      editing.refuse()
    } else if binding.isEnabled(target) {
      binding.perform(target)
    }
    return true
  }

  /// What the bottom line shows: the first key of what would do something now.
  @MainActor
  func hints<Target>(_ target: Target) -> [KeyHint] where Element == KeyBinding<Target> {
    filter { $0.isHinted && ($0.isOffered ?? $0.isEnabled)(target) && $0.editing?(target).isAllowed != false }.map {
      KeyHint(keys: Array<Key>($0.keys.prefix(1)), title: $0.title)
    }
  }

  /// All keys, for the help.
  func help<Target>() -> [KeyHint] where Element == KeyBinding<Target> {
    map { KeyHint(keys: $0.keys, title: $0.title) }
  }
}
