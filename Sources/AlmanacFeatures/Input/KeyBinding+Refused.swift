// The keys of a list on a screen without a list.
import AlmanacRecords
import Terminals

extension KeyBinding {
  /// The keys of a list, all refused with a reason. Text after a key that opens a place for text must not act as keys.
  /// A screen puts its own keys before these.
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
