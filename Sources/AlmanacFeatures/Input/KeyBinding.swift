// The key table of a screen, for handling keys, the bottom line and the help.
public import Terminals

/// One entry of a key table: its keys, its words, and its action in the present state.
struct KeyBinding<Target> {
  /// The keys of the entry, the one to show first.
  var keys: [Key]
  /// What it is about.
  var topic = KeyTopic.screen
  /// Its effect, in a few words.
  let title: String
  /// A more exact title for the present state; `nil`: `title`.
  let presentTitle: @MainActor (Target) -> String?
  /// Whether the bottom line shows it.
  let isHinted: Bool
  /// Whether the bottom line keeps it before its neighbours if room is short, for example the way out.
  let isKept: Bool
  /// Whether the palette lists it, and the help too unless it `neverActs`.
  let isListed: Bool
  /// Whether it can never act here. The palette still lists it, and the pressed key says why.
  let neverActs: Bool
  /// The title under which the help combines this key with neighbours of the same group; `nil`: not combined.
  let group: String?
  /// Whether the bottom line shows it now.
  let isOffered: @MainActor (Target) -> Bool
  /// The effect of the key now: at once, after some work, or none, and then why; `nil` if it has nothing to act on.
  let action: @MainActor (Target) -> EventAction?

  /// Makes an entry. `never`: why it can never act here; `nil` if it may. `isEnabled`: whether it has anything to act
  /// on. `isOffered`: whether the bottom line shows it, unless it is refused; `nil`: whenever it is enabled. The others
  /// become those of its `EventAction`.
  init(
    _ keys: Key..., does title: String, isHinted: Bool = false, isKept: Bool = false, isListed: Bool = true,
    of group: String? = nil,
    now presentTitle: @escaping @MainActor (Target) -> String? = { _ in nil },
    never reason: String? = nil, if isEnabled: @escaping @MainActor (Target) -> Bool = { _ in true },
    unless refuse: @escaping @MainActor (Target) -> KeyRefusal? = { _ in nil },
    hintedIf isOffered: (@MainActor (Target) -> Bool)? = nil, waitsFor work: Barrier = [],
    opensText: @escaping @MainActor (Target) -> Bool = { _ in false },
    writes: @escaping @MainActor (Target) -> Bool = { _ in false },
    isOfRecord: @escaping @MainActor (Target) -> Bool = { _ in false },
    answers answered: @escaping @MainActor (Target) -> Question? = { _ in nil },
    perform: @escaping @MainActor (Target) -> Void
  ) {
    self.keys = keys
    self.title = title
    self.presentTitle = presentTitle
    self.isHinted = isHinted
    self.isKept = isKept
    self.isListed = isListed
    neverActs = reason != nil
    self.group = group
    let refusal: @MainActor (Target) -> KeyRefusal? = { reason.map(KeyRefusal.because) ?? refuse($0) }
    self.isOffered = { (isOffered ?? isEnabled)($0) && [nil, .oldRows].contains(refusal($0)) }
    action = { target in
      guard isEnabled(target) else { return nil }
      return EventAction(
        order: .inTurn(waitsFor: work), refusal: refusal(target), isOfText: opensText(target), writes: writes(target),
        isOfRecord: isOfRecord(target), answered: answered(target), perform: { perform(target) })
    }
  }
}

/// Keys and their title, for a person.
public struct KeyHint: Hashable, Sendable {
  /// The keys.
  public var keys: [Key]
  /// The title, in a word or two.
  public var title: String
  /// Whether the bottom line keeps it if room is short.
  var isKept = false
  /// Whether the keys can never act here.
  var neverActs = false
  /// The title under which the help combines it with neighbours of the same group.
  var group: String?
  /// What they are about.
  var topic = KeyTopic.screen
  /// Further keys of its entry: one is shown if `keys` do something else for the person.
  var others: [Key] = []

  /// The captions of the keys; many digits as `1 to 9`.
  func caption(isUnicode: Bool) -> String {
    let captions = keys.map { $0.caption(isUnicode: isUnicode) }
    let isRange = captions.count > 3 && captions.allSatisfy { Int($0) != nil }
    return isRange ? "\(captions[0]) to \(captions[captions.count - 1])" : captions.joined(separator: " ")
  }
}

extension Array {
  /// The action of a key; `nil` if the table does not have the key.
  @MainActor
  func action<Target>(for key: Key, _ target: Target) -> EventAction? where Element == KeyBinding<Target> {
    first { $0.keys.contains(key) }.map { $0.action(target) ?? EventAction(perform: {}) }
  }

  /// The hints for the bottom line: for each entry that can act now, its first key that is not `taken`. `others`:
  /// further keys to show.
  @MainActor
  func hints<Target>(
    _ target: Target, except taken: [Key] = [], and others: [Key] = []
  ) -> [KeyHint] where Element == KeyBinding<Target> {
    compactMap { (binding) -> KeyHint? in
      guard binding.isHinted || binding.keys.contains(where: others.contains),
        binding.isOffered(target)
      else { return nil }
      let keys = binding.keys.filter { !taken.contains($0) }
      if keys.isEmpty { return nil }
      return KeyHint(
        keys: [keys[0]], title: binding.presentTitle(target) ?? binding.title, isKept: binding.isKept,
        others: [Key](keys.dropFirst()))
    }
  }

  /// All keys that are not `taken`, for the help and the palette.
  func help<Target>(except taken: [Key] = []) -> [KeyHint] where Element == KeyBinding<Target> {
    filter(\.isListed).compactMap { binding in
      let keys = binding.keys.filter { !taken.contains($0) }
      guard !keys.isEmpty else { return nil }
      return KeyHint(
        keys: keys, title: binding.title, neverActs: binding.neverActs, group: binding.group,
        topic: binding.topic)
    }
  }
}

extension [KeyHint] {
  /// The same hints with these keys first, in their order.
  func beginning(with keys: [Key]) -> [KeyHint] {
    let first = keys.compactMap { key in self.first { $0.keys.contains(key) } }
    return first + filter { !first.contains($0) }
  }

  /// The same hints with groups combined, so that the help is short.
  var grouped: [KeyHint] {
    reduce(into: []) { lines, hint in
      if let group = hint.group, lines.last?.group == group {
        lines[lines.count - 1].keys += hint.keys
        lines[lines.count - 1].title = group
      } else {
        lines.append(hint)
      }
    }
  }
}
