// Which keys do what, as the person has set it.
//
//   pressed key ──meaning──> usual key of its action ──tables of keys──> the action
//   usual keys of an entry ──keys(for:)──> the person's keys, for the bottom line, the help, the palette, the documents
//
// The tables of keys know only usual keys: a key that the person has given to an action does on each screen what the
// usual key of the action does there.
import Terminals

/// The keys that the person has given to actions.
public struct KeyMap: Hashable, Sendable {
  /// A key, and the name of the action that it performs.
  struct Line: Hashable, Sendable {
    var key: Key
    var action: String
  }

  /// What a pressed key means.
  enum Meaning: Hashable, Sendable {
    /// What this key usually does.
    case usual(Key)
    /// The action without a usual key that has this name.
    case action(String)
    /// Nothing: its action has other keys now.
    case nothing
  }

  /// What a line of the configuration with a key does.
  public static let effect =
    "key X = ACTION gives a key to an action, with the name that the palette shows; the key then does what the action's "
    + "usual key does, on every screen, and that one is free. Text, forms and questions keep their keys, and Esc, Enter "
    + "and Ctrl-C can't be given."

  /// In the order of the configuration.
  private(set) var lines: [Line] = []

  /// Makes a map in which each key does what it usually does.
  public init() {}

  /// Adds the keys of a part of the configuration. They replace all keys that its actions had before.
  mutating func add(_ new: [Line]) {
    lines.removeAll { old in new.contains { $0.key == old.key || $0.action == old.action } }
    lines += new
  }

  /// The keys that keep their actions. A person needs them to leave, to answer and to stop.
  static let kept: [Key] = [.escape, .enter, .control("c")]

  /// What a pressed key means.
  @MainActor
  func meaning(of key: Key) -> Meaning {
    if let line = lines.first(where: { $0.key == key }) {
      return KeyReference.usualKey(of: line.action).map(Meaning.usual) ?? .action(line.action)
    }
    return isFreed(key) ? .nothing : .usual(key)
  }

  /// Whether a usual key does nothing now, because its action has another one.
  @MainActor
  private func isFreed(_ key: Key) -> Bool {
    !Self.kept.contains(key) && lines.contains { KeyReference.usualKey(of: $0.action) == key }
  }

  /// The keys that do what these usually do, the person's own first.
  @MainActor
  func keys(for usual: [Key]) -> [Key] {
    if lines.isEmpty { return usual }
    return usual.flatMap { key in
      let own = lines.filter { KeyReference.usualKey(of: $0.action) == key }.map(\.key)
      return own + (meaning(of: key) == .usual(key) && !own.contains(key) ? [key] : [])
    }
  }

  /// The hint with the person's keys; `nil` if no key does it.
  @MainActor
  func shown(_ hint: KeyHint) -> KeyHint? {
    var shown = hint
    shown.keys = keys(for: hint.keys)
    if shown.keys.isEmpty { shown.keys = Array(keys(for: hint.others).prefix(1)) }
    return shown.keys.isEmpty ? nil : shown
  }
}
