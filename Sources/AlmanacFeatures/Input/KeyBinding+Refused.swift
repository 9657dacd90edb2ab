// The keys of a list where no list is shown.
import AlmanacRecords
import Terminals

extension KeyBinding {
  /// The keys of a list, all of which say why they can't act here: what is typed behind one that opens a place for text
  /// must not act as keys. A table of keys names its own keys before these.
  @MainActor
  static func refused(keysOf style: TableStyle, because reason: String) -> [KeyBinding] {
    let textKeys: [Key] = [.character("a"), .character("e"), .character("/")]
    return RecordListPane.makeKeys(style).filter { !$0.keys.contains(.escape) }.map { binding in
      var refused = KeyBinding(
        does: binding.title, isListed: false, never: reason,
        opensText: { _ in binding.keys.contains(where: textKeys.contains) }
      ) { _ in }
      refused.keys = binding.keys
      return refused
    }
  }
}
