// The keys of every screen, for documents.
import AlmanacRecords
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

    fileprivate init<Target>(_ title: String, _ bindings: [KeyBinding<Target>]) {
      self.title = title
      keys = bindings.map { ($0.keys.map { $0.caption(isUnicode: false) }, $0.title) }
    }
  }

  /// The sections, the most general first.
  public static var sections: [Section] {
    let style = ListedTable.users.style
    return [
      Section("On every screen", ApplicationScreen.keysOfEveryScreen),
      Section("In a list", RecordListPane.makeKeys(style, looksBack: true)),
      Section("In a record", DetailPane.makeKeys(style)),
      Section("In a form", FormPane.makeKeys(style)),
      Section("In the text of a query", QueryScreen.textKeys),
    ]
  }
}
