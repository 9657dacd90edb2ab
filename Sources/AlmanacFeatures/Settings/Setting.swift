// The table of settings. The configuration file, `almanac config` and the manual page come from it.
import AlmanacRecords
import Databases

/// A setting: its name, what it does, and how its value is read and written.
public struct Setting: Sendable {
  /// Its name in the configuration file.
  public let name: String
  /// What it does, with its values.
  public let effect: String
  /// What a value must be, as in "it takes …".
  let form: String
  /// Its values; empty if it is typed.
  let values: [String]
  /// Whether a change acts at once, not from the next start on.
  let actsAtOnce: Bool
  /// Reads a value; returns false if it is none.
  let read: @Sendable (_ text: String, inout Settings) -> Bool
  /// The value as it is written in the file.
  let text: @Sendable (Settings) -> String

  /// The line of the file that sets it as these settings do.
  public func line(_ settings: Settings) -> String {
    let text = text(settings)
    return text.isEmpty ? "\(name) =" : "\(name) = \(text)"
  }

  /// The value after another one; `nil` if the setting is typed.
  func value(after text: String) -> String? {
    values.isEmpty ? nil : values[((values.firstIndex(of: text) ?? -1) + 1) % values.count]
  }

  /// A setting with a few values.
  private static func choice<Value: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, _ place: any WritableKeyPath<Settings, Value> & Sendable, does effect: String,
    atOnce: Bool = false
  ) -> Setting where Value.RawValue == String {
    Setting(
      name: name, effect: effect, form: Value.allCases.map(\.rawValue).inWords(joinedBy: "or"),
      values: Value.allCases.map(\.rawValue), actsAtOnce: atOnce,
      read: { text, settings in
        guard let value = Value(rawValue: text) else { return false }
        settings[keyPath: place] = value
        return true
      }, text: { $0[keyPath: place].rawValue })
  }

  /// A setting whose value is any text that `read` accepts.
  private static func text<Value: SendableMetatype>(
    _ name: String, _ place: any WritableKeyPath<Settings, Value> & Sendable, takes form: String, does effect: String,
    read: @escaping @Sendable (String) -> Value?, write: @escaping @Sendable (Value) -> String
  ) -> Setting {
    Setting(
      name: name, effect: effect, form: form, values: [], actsAtOnce: true,
      read: { text, settings in
        guard let value = read(text) else { return false }
        settings[keyPath: place] = value
        return true
      }, text: { write($0[keyPath: place]) })
  }

  /// All settings, in the order in which they are printed.
  public static let all: [Setting] = [
    choice(
      "theme", \.theme,
      does:
        "colours on the screen: auto, by the terminal's background, and none if NO_COLOR is set; dusk for dark "
        + "terminals, dawn for light ones; night and day, the same with more contrast and without red against green; "
        + "colours, those of the terminal; plain, none", atOnce: true),
    choice(
      "times", \.times,
      does: "times on the screen and in verbs: local, in your zone, which TZ names; utc, as with --utc"),
    choice(
      "dates", \.dates,
      does:
        "moments in a list: ages up to a month, as 3 h ago, then the day; exact shows date and time. A record has both",
      atOnce: true),
    choice(
      "thousands", \.thousands,
      does:
        "what is between thousands in columns that count or measure: comma, space, apostrophe, none. Copies, exports and "
        + "forms have the number itself", atOnce: true),
    text(
      "columns", \.columns, takes: "names of columns, with commas between them",
      does: "the columns that a list shows first, with commas between them; those without a name here follow",
      read: { text in
        text.split(separator: ",").map { String($0).trimmedOfWhitespace }.reduce(into: []) { names, name in
          if !name.isEmpty, !names.contains(where: { $0.isSameName(as: name) }) { names.append(name) }
        }
      },
      write: { $0.joined(separator: ", ") }),
    text(
      "confirmation", \.confirmation, takes: "a number from 1 to 1000",
      does: "so many marked records change at once, from 1 to 1000; for more you type their number",
      read: { text in Int(text).flatMap { (1...1000).contains($0) ? $0 : nil } }, write: { String($0) }),
    choice(
      "remember", \.remember,
      does:
        "on keeps a private copy of the file when you leave, as --remember does: C of the next start begins with what "
        + "has changed meanwhile; off"),
    choice(
      "writing", \.writing,
      does: "the first change of a file that is not a book: ask; always, without a question, as with --write; never "
        + "forbids every change, as --read-only does"),
    text(
      "editor", \.editor, takes: "a program and its options",
      does: "the program for a long text, with its options; empty: the one in VISUAL or EDITOR, or vi. It is started "
        + "without a shell; quotes keep spaces together",
      read: words(of:), write: { $0.map { $0.contains(" ") || $0.isEmpty ? "\"\($0)\"" : $0 }.joined(separator: " ") }),
    choice("mouse", \.mouse, does: "the mouse: on; off leaves it to the terminal, as --no-mouse does"),
    choice(
      "linear", \.linear,
      does: "on appends a line for each event in place of the screen, for a screen reader, as --linear does; off"),
  ]

  /// The setting with a name.
  static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  /// The words of a command: what is in double quotes is one, with its spaces. Nil if a quote has no end.
  @Sendable private static func words(of command: String) -> [String]? {
    var words: [String] = []
    for (index, part) in command.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
      words += index % 2 == 1 ? [String(part)] : part.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    return command.count { $0 == "\"" } % 2 == 0 ? words : nil
  }
}
