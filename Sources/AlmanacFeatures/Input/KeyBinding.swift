// The keys of a screen: one table, from which keys are handled, the bottom line is written and the help is made.
public import Terminals

/// One line of a key table.
struct KeyBinding<Target> {
  /// The keys that do it, the one to tell first.
  var keys: [Key]
  /// What it does, in a few words.
  let title: String
  /// What it does now, where that can be said more exactly; `nil`: as `title` says.
  let presentTitle: @MainActor (Target) -> String?
  /// Whether the bottom line shows it.
  let isHinted: Bool
  /// Whether the bottom line shows it rather than the keys around it where it has no room for all: the way out, say.
  let isKept: Bool
  /// Whether the palette names it, and the help, unless it `neverActs`.
  let isListed: Bool
  /// Whether it can never act here: the palette names it all the same, and pressed it says why.
  let neverActs: Bool
  /// What the help calls this key together with those beside it that say the same here; `nil`: it stands by itself.
  let group: String?
  /// Whether there is anything that it could do; where there isn't, the key does nothing.
  let isEnabled: @MainActor (Target) -> Bool
  /// Why it can't act now; `nil` where it can. It is not shown then, and pressed it says why.
  let refusal: @MainActor (Target) -> KeyRefusal?
  /// Whether the bottom line shows it now; `nil`: where it acts. Where it is not shown, the key itself says why.
  let isOffered: (@MainActor (Target) -> Bool)?
  /// The work that must have ended before it means what the person means.
  let waitsFor: Barrier
  /// Whether it opens a place for text.
  let opensText: @MainActor (Target) -> Bool
  /// Whether it writes to the file.
  let writes: @MainActor (Target) -> Bool
  /// Whether it is done to the record with the cursor, and changes, marks or copies that.
  let isOfRecord: @MainActor (Target) -> Bool
  /// The question that it answers; `nil` where it answers none.
  let answered: @MainActor (Target) -> Question?
  let perform: @MainActor (Target) -> Void

  /// `never`: why it can never act here; `nil` where it may.
  init(
    _ keys: Key..., does title: String, isHinted: Bool = false, isKept: Bool = false, isListed: Bool = true,
    of group: String? = nil,
    now presentTitle: @escaping @MainActor (Target) -> String? = { _ in nil },
    never reason: String? = nil, if isEnabled: @escaping @MainActor (Target) -> Bool = { _ in true },
    unless refusal: @escaping @MainActor (Target) -> KeyRefusal? = { _ in nil },
    hintedIf isOffered: (@MainActor (Target) -> Bool)? = nil, waitsFor: Barrier = [],
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
    self.isEnabled = isEnabled
    if let reason { self.refusal = { _ in .because(reason) } } else { self.refusal = refusal }
    self.isOffered = isOffered
    self.waitsFor = waitsFor
    self.opensText = opensText
    self.writes = writes
    self.isOfRecord = isOfRecord
    self.answered = answered
    self.perform = perform
  }
}

/// Keys and what they do, for a person to read.
public struct KeyHint: Hashable, Sendable {
  /// The keys.
  public var keys: [Key]
  /// What they do, in a word or two.
  public var title: String
  /// Whether it stays where the bottom line has no room for all.
  var isKept = false
  /// Whether they can never act here.
  var neverActs = false
  /// What the help calls it together with those beside it that say the same here.
  var group: String?

  /// How the keys are written; many digits as `1 to 9`.
  func caption(isUnicode: Bool) -> String {
    let captions = keys.map { $0.caption(isUnicode: isUnicode) }
    let isRange = captions.count > 3 && captions.allSatisfy { Int($0) != nil }
    return isRange ? "\(captions[0]) to \(captions[captions.count - 1])" : captions.joined(separator: " ")
  }
}

extension Array {
  /// The binding of `key`; `nil` where it does not name it.
  @MainActor
  func action<Target>(for key: Key, _ target: Target) -> EventAction? where Element == KeyBinding<Target> {
    guard let binding = first(where: { $0.keys.contains(key) }) else { return nil }
    guard binding.isEnabled(target) else { return EventAction(perform: {}) }
    return EventAction(
      order: .inTurn(waitsFor: binding.waitsFor), refusal: binding.refusal(target),
      isOfText: binding.opensText(target), writes: binding.writes(target), isOfRecord: binding.isOfRecord(target),
      answered: binding.answered(target), perform: { binding.perform(target) })
  }

  /// What the bottom line shows: of what would do something now the first key that isn't `taken` by something else.
  /// `others`: keys that it shows besides.
  @MainActor
  func hints<Target>(
    _ target: Target, except taken: [Key] = [], and others: [Key] = []
  ) -> [KeyHint] where Element == KeyBinding<Target> {
    compactMap { binding in
      guard binding.isHinted || binding.keys.contains(where: others.contains),
        (binding.isOffered ?? binding.isEnabled)(target), [nil, .oldRows].contains(binding.refusal(target)),
        let key = binding.keys.first(where: { !taken.contains($0) })
      else { return nil }
      return KeyHint(keys: [key], title: binding.presentTitle(target) ?? binding.title, isKept: binding.isKept)
    }
  }

  /// All keys that aren't `taken` by something else, for the help and the palette.
  func help<Target>(except taken: [Key] = []) -> [KeyHint] where Element == KeyBinding<Target> {
    filter(\.isListed).compactMap { binding in
      let keys = binding.keys.filter { !taken.contains($0) }
      guard !keys.isEmpty else { return nil }
      return KeyHint(keys: keys, title: binding.title, neverActs: binding.neverActs, group: binding.group)
    }
  }
}

extension [KeyHint] {
  /// The same with these keys first, in their order.
  func beginning(with keys: [Key]) -> [KeyHint] {
    let first = keys.compactMap { key in self.first { $0.keys.contains(key) } }
    return first + filter { !first.contains($0) }
  }

  /// The same with one line for keys that belong together: a help is to fit on the screen.
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
