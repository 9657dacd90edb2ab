// What the help says: a line for newcomers, the keys of the screen by topic, the signs, and where the file is.
//
//   tables of keys ──hints──> the person's keys ──topics──> groups ─┐
//   constants of the signs ──Legend──> groups ──────────────────────┴──search──> the groups that are shown
import AlmanacRecords
import Terminals

/// The content of the help.
struct HelpContent: Equatable {
  /// Entries with a title.
  struct Group: Equatable {
    var title: String
    /// Whether its entries are signs, not keys.
    var isOfSigns = false
    var entries: [Entry]
  }

  /// Keys or a sign, and what they do or mean.
  struct Entry: Equatable {
    var caption: String
    var text: String
  }

  /// The first line, for newcomers.
  var introduction: String
  var groups: [Group]
  /// The path of the file.
  var path: String

  /// `hints`: the keys as the tables have them. The settings have the person's keys and commands.
  @MainActor
  init(_ hints: [KeyHint], _ settings: Settings, path: String, isUnicode: Bool) {
    let map = settings.keys
    introduction = Self.introduction(hints, map, isUnicode: isUnicode)
    let shown = hints.filter { !$0.neverActs }.compactMap(map.shown)
    groups = KeyTopic.allCases.compactMap { topic in
      let entries = shown.filter { $0.topic == topic }.grouped.map {
        Entry(caption: $0.caption(isUnicode: isUnicode), text: $0.title)
      }
      return entries.isEmpty ? nil : Group(title: topic.title, entries: entries)
    }
    let commands = settings.commands.map { command in
      let own = map.lines.filter { $0.action == command.name }.map(\.key)
      let keys = own.isEmpty ? Array(map.keys(for: [.character(":")]).prefix(1)) : own
      return Entry(caption: KeyHint(keys: keys, title: "").caption(isUnicode: isUnicode), text: command.name)
    }
    if !commands.isEmpty { groups.append(Group(title: "Your commands", entries: commands)) }
    groups += Legend(signs: Signs(isUnicode: isUnicode)).groups
    self.path = path
  }

  /// What a newcomer needs first, with the keys that act on this screen.
  @MainActor
  private static func introduction(_ hints: [KeyHint], _ map: KeyMap, isUnicode: Bool) -> String {
    func caption(_ usual: Key) -> String? {
      guard hints.contains(where: { $0.keys.contains(usual) && !$0.neverActs }) else { return nil }
      return map.keys(for: [usual]).first?.caption(isUnicode: isUnicode)
    }
    let motion = [caption(.up), caption(.down)].compactMap(\.self).joined(separator: " ")
    let words: [(caption: String?, verb: String)] = [
      (motion.isEmpty ? nil : motion, "move"), (caption(.enter), "opens"),
      (Key.escape.caption(isUnicode: isUnicode), "goes back"), (caption(.character("/")), "searches"),
      (caption(.character("u")), "undoes"), (caption(.character("q")), "quits"),
    ]
    let first = words.compactMap { word in word.caption.map { "\($0) \(word.verb)" } }.joined(separator: ", ")
    let palette = caption(.character(":")).map { " \($0) finds all that can be done by its name." } ?? ""
    return "New here? \(first).\(palette)"
  }

  /// The entries that have all words of a text, themselves or with the title of their group.
  func found(_ text: String) -> [Group] {
    let words = text.split(whereSeparator: \.isWhitespace).map { SearchFold.fold($0) }
    return groups.compactMap { group in
      var found = group
      found.entries = group.entries.filter { entry in
        let texts = [group.title, entry.caption, entry.text].map { SearchFold.fold($0) }
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
      }
      return found.entries.isEmpty ? nil : found
    }
  }
}
