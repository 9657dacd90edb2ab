// The keys of every screen, for documents.
import AlmanacRecords
import Containers
import Terminals

/// The keys of every screen, from the tables that handle them.
@MainActor
public enum KeyReference {
  /// The keys of one screen.
  public struct Section: Sendable {
    /// The screen, as a heading: `In a list`.
    public let title: String
    /// Each entry: the captions of its keys, and its effect.
    public let keys: [(captions: [String], effect: String)]

    /// `map`: the person's keys.
    @MainActor
    fileprivate init<Target>(_ title: String, _ bindings: [KeyBinding<Target>], _ map: KeyMap = KeyMap()) {
      self.title = title
      keys = bindings.map { (map.keys(for: $0.keys).map { $0.caption(isUnicode: false) }, $0.title) }
        .filter { !$0.0.isEmpty }
    }
  }

  /// The sections, the most general first.
  public static var sections: [Section] {
    let style = ListedTable.users.style
    let map = Container.shared.settings().keys
    return [
      Section("On every screen", ApplicationScreen.keysOfEveryScreen, map),
      Section("In a list", RecordListPane.makeKeys(style, looksBack: true), map),
      Section("In a record", DetailPane.makeKeys(style), map),
      Section("In a form", FormPane.makeKeys(style)),
      Section("In the text of a query", QueryScreen.textKeys),
      Section("In the help", HelpPane.keys, map),
    ]
  }

  // MARK: Actions

  /// The actions that can have keys of the person, with the key that each usually has, in the order of the screens.
  static let actions: [(name: String, key: Key?)] = {
    var actions: [(name: String, key: Key?)] = []
    func add<Target>(_ bindings: [KeyBinding<Target>]) {
      for binding in bindings { add(binding.title, binding.keys.first) }
    }
    func add(_ name: String, _ key: Key?) {
      if !actions.contains(where: { $0.name == name }) { actions.append((name, key)) }
    }
    add(RecordListPane.makeKeys(ListedTable.users.style, looksBack: true))
    add(RecordListPane.makeKeys(ListedTable.changes.style))
    add(ApplicationScreen.keysOfEveryScreen)
    add(ApplicationScreen.keylessActions)
    add(DetailPane.makeKeys(ListedTable.users.style))
    add(DetailPane.makeKeys(ListedTable.changes.style))
    for (name, key) in actionsOfScreens { add(name, key) }
    return actions
  }()

  /// The actions whose tables only a screen has.
  static let actionsOfScreens: KeyValuePairs<String, Key> = [
    "open, or the named record": .enter, "go to the named record": .enter,
    "now": .escape, "go to record": .character("l"),
    "revert commit/marked": .character("R"), "revert all/marked": .character("R"),
    "fold, unfold commit": .character(" "), "fold, unfold table": .character(" "), "next commit": .character("}"),
    "previous commit": .character("{"), "next table": .character("}"), "previous table": .character("{"),
    "compare two moments": .character("v"), "copy as SQL": .character("y"), "clear the list": .character("X"),
    "open its record": .enter, "open the row": .character("l"), "edit there": .character("e"),
    "query text": .character("!"), "plan of the query": .control("x"), "name the query": .control("n"),
    "as a chart": .character("v"), "as a list": .escape, "open the query": .enter, "next tile": .character("j"),
    "tile before": .character("k"), "run again": .character("r"), "scroll down": .character("j"),
    "scroll up": .character("k"), "to the top": .character("g"), "to the bottom": .character("G"),
  ]

  private static let usualKeys = Dictionary(actions.map { ($0.name, $0.key) }) { first, _ in first }

  /// Whether an action has this name.
  static func hasAction(_ name: String) -> Bool { usualKeys[name] != nil }

  /// The key that an action usually has; nil if it has none.
  static func usualKey(of action: String) -> Key? { usualKeys[action] ?? nil }
}
