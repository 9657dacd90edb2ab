// The configuration file: what its lines say, and which of them can't be followed.
//
//   text ──lines──> settings, keys, sections, complaints ──path of the file──> Settings
import AlmanacRecords
import Terminals

/// A configuration as it is written.
public struct Configuration: Hashable, Sendable {
  /// A line that can't be followed. The others hold.
  public struct Complaint: Hashable, Sendable {
    /// The number of the line; nil: the whole file.
    public var line: Int?
    /// The setting that it is about; nil if it is about none, or may be about any.
    public var setting: String?
    /// What is wrong, as a clause.
    public var clause: String
    /// Whether settings may be lost that the line does not name.
    public var isOfAll = false

    /// What is wrong, as a sentence.
    public var sentence: String {
      line.map { "Line \($0) of the configuration: \(clause)." } ?? "The configuration does not count: \(clause)."
    }
  }

  /// `name = value`, both valid.
  struct Entry: Hashable, Sendable {
    var name: String
    var value: String
    var line: Int
    /// The key, if it gives one to an action.
    var key: Key?
    /// The command, if it makes one.
    var command: UserCommand?
  }

  /// The settings for some files.
  struct Section: Hashable, Sendable {
    var pattern: String
    var entries: [Entry] = []
  }

  /// The names of all commands in the text: a key may be given to one that a later line makes.
  private var commandNames: Set<String> = []
  /// The settings for all files.
  private(set) var entries: [Entry] = []
  /// The settings for some files, in the order of the lines.
  private(set) var sections: [Section] = []
  /// What can't be followed, in the order of the lines.
  public internal(set) var complaints: [Complaint] = []

  /// Whether it sets nothing.
  public var isEmpty: Bool { entries.isEmpty && sections.isEmpty }

  /// The configuration without a file.
  public init() {}

  /// The configuration of a file that can't be read, for this reason.
  public init(unreadable clause: String) {
    complaints = [Complaint(line: nil, setting: nil, clause: clause, isOfAll: true)]
  }

  /// Reads the text of a configuration file.
  @MainActor
  public init(_ text: String) {
    var place = Place.top
    let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
    commandNames = Set(lines.compactMap { Self.command(String($0).trimmedOfWhitespace)?.name })
    for (index, scalars) in lines.enumerated() {
      let line = String(scalars).trimmedOfWhitespace
      if line.isEmpty || line.hasPrefix("#") { continue }
      read(line, number: index + 1, &place)
    }
  }

  /// Where a line is.
  private enum Place { case top, section, unknownSection }

  @MainActor
  private mutating func read(_ line: String, number: Int, _ place: inout Place) {
    func complaint(_ clause: String, of setting: String? = nil, isOfAll: Bool = false) -> Complaint {
      Complaint(line: number, setting: setting, clause: clause, isOfAll: isOfAll)
    }
    if line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\t" }) {
      if line.hasPrefix("[") { place = .unknownSection }
      return complaints.append(complaint("it has a control character", isOfAll: true))
    }
    if line.hasPrefix("[") {
      guard let pattern = Self.pattern(line) else {
        place = .unknownSection
        return complaints.append(
          complaint("a section is [file GLOB], for example [file *.db]; the lines below it do not count", isOfAll: true)
        )
      }
      place = .section
      return sections.append(Section(pattern: pattern))
    }
    guard place != .unknownSection else { return }
    if line.hasPrefix("key"), line.dropFirst(3).first.map({ $0 == " " || $0 == "\t" || $0 == "=" }) == true {
      return readKey(String(line.dropFirst(3)).trimmedOfWhitespace, number)
    }
    if line.hasPrefix("command"), line.dropFirst(7).first.map({ " \t=\"".contains($0) }) ?? true {
      return readCommand(line, number)
    }
    guard let sign = line.firstIndex(of: "=") else {
      return complaints.append(complaint("'\(Self.cut(line))' is no setting: write NAME = VALUE"))
    }
    let name = String(line[..<sign]).trimmedOfWhitespace
    let value = String(line[line.index(after: sign)...]).trimmedOfWhitespace
    guard let setting = Setting.named(name) else {
      return complaints.append(
        complaint("there is no setting '\(Self.cut(name))'; almanac config prints all settings"))
    }
    if let former = former({ $0.name == name }) {
      return complaints.append(complaint("line \(former.line) sets \(name) already", of: name))
    }
    var settings = Settings()
    guard setting.read(value, &settings) else {
      return complaints.append(complaint("\(name) takes \(setting.form), not '\(Self.cut(value))'", of: name))
    }
    append(Entry(name: name, value: value, line: number))
  }

  /// Reads what follows `key`: `X = ACTION`.
  @MainActor
  private mutating func readKey(_ text: String, _ number: Int) {
    func complain(_ clause: String) { complaints.append(Complaint(line: number, setting: "key", clause: clause)) }
    func name(before sign: String.Index) -> String { String(text[..<sign]).trimmedOfWhitespace }
    // The key may have the sign in its name.
    let signs = text.indices.dropFirst().filter { text[$0] == "=" }
    guard let sign = signs.first(where: { Key(name: name(before: $0)) != nil }) ?? signs.first else {
      return complain("'key \(Self.cut(text))' is no key and its action: write key X = ACTION")
    }
    let name = name(before: sign)
    let action = String(text[text.index(after: sign)...]).trimmedOfWhitespace
    guard let key = Key(name: name) else {
      return complain("there is no key '\(Self.cut(name))': write it as the bottom line does, for example Ctrl-D")
    }
    let caption = key.caption(isUnicode: false)
    if KeyMap.kept.contains(key) {
      return complain("\(caption) can't be given to an action: Esc, Enter and Ctrl-C keep what they do")
    }
    guard KeyReference.hasAction(action) || commandNames.contains(action) else {
      return complain("there is no action '\(Self.cut(action))'; almanac config prints all actions")
    }
    if let former = former({ $0.key == key }) {
      return complain("line \(former.line) gives \(caption) to '\(former.value)' already")
    }
    append(Entry(name: "key \(caption)", value: action, line: number, key: key))
  }

  /// An entry of the same part of the file.
  func former(_ isMeant: (Entry) -> Bool) -> Entry? {
    (sections.last?.entries ?? entries).first(where: isMeant)
  }

  mutating func append(_ entry: Entry) {
    if sections.isEmpty { entries.append(entry) } else { sections[sections.count - 1].entries.append(entry) }
  }

  /// The pattern in the head of a section; nil if it has none.
  private static func pattern(_ line: String) -> String? {
    guard line.hasSuffix("]") else { return nil }
    let inside = String(line.dropFirst().dropLast()).trimmedOfWhitespace
    guard inside.hasPrefix("file "), case let pattern = String(inside.dropFirst(5)).trimmedOfWhitespace,
      !pattern.isEmpty
    else { return nil }
    return pattern
  }

  /// The start of a long text, so that the sentence fits.
  static func cut(_ text: String) -> String { text.count > 40 ? text.prefix(39) + "…" : text }

  // MARK: Reading

  /// The settings that hold for the file at an absolute path; nil: for none in particular. A later section wins.
  public func settings(for path: String?, home: String?) -> Settings {
    let holding = sections(for: path, home: home)
    var settings = Settings()
    for part in [entries] + holding.map(\.entries) {
      for entry in part {
        _ = Setting.named(entry.name)?.read(entry.value, &settings)
        guard let command = entry.command else { continue }
        settings.commands.removeAll { $0.name == command.name }
        settings.commands.append(command)
      }
      settings.keys.add(part.compactMap { entry in entry.key.map { KeyMap.Line(key: $0, action: entry.value) } })
    }
    return settings
  }

  /// The sections for the file at an absolute path.
  func sections(for path: String?, home: String?) -> [Section] {
    sections.filter { section in path.map { Glob(section.pattern, home: home).matches($0) } ?? false }
  }

  /// The complaints in one message; nil if there are none.
  public var message: String? {
    guard let first = complaints.first else { return nil }
    return complaints.count == 1
      ? first.sentence : "\(first.sentence) \(complaints.count - 1) more: almanac config tells all."
  }
}
