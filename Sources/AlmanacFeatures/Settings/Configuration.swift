// The configuration file: what its lines say, and which of them can't be followed.
//
//   text ──lines──> settings, keys, sections, complaints ──path of the file──> Settings
import AlmanacRecords

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
  }

  /// The settings for some files.
  struct Section: Hashable, Sendable {
    var pattern: String
    var entries: [Entry] = []
  }

  /// The settings for all files.
  private(set) var entries: [Entry] = []
  /// The settings for some files, in the order of the lines.
  private(set) var sections: [Section] = []
  /// What can't be followed, in the order of the lines.
  public private(set) var complaints: [Complaint] = []

  /// Whether it sets nothing.
  public var isEmpty: Bool { entries.isEmpty && sections.isEmpty }

  /// The configuration without a file.
  public init() {}

  /// The configuration of a file that can't be read, for this reason.
  public init(unreadable clause: String) {
    complaints = [Complaint(line: nil, setting: nil, clause: clause, isOfAll: true)]
  }

  /// Reads the text of a configuration file.
  public init(_ text: String) {
    var place = Place.top
    let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
    for (index, scalars) in lines.enumerated() {
      let line = String(scalars).trimmedOfWhitespace
      if line.isEmpty || line.hasPrefix("#") { continue }
      read(line, number: index + 1, &place)
    }
  }

  /// Where a line is.
  private enum Place { case top, section, unknownSection }

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
    guard let sign = line.firstIndex(of: "=") else {
      return complaints.append(complaint("'\(Self.cut(line))' is no setting: write NAME = VALUE"))
    }
    let name = String(line[..<sign]).trimmedOfWhitespace
    let value = String(line[line.index(after: sign)...]).trimmedOfWhitespace
    guard let setting = Setting.named(name) else {
      return complaints.append(
        complaint("there is no setting '\(Self.cut(name))'; almanac config prints all settings"))
    }
    if let former = (sections.last?.entries ?? entries).first(where: { $0.name == name }) {
      return complaints.append(complaint("line \(former.line) sets \(name) already", of: name))
    }
    var settings = Settings()
    guard setting.read(value, &settings) else {
      return complaints.append(complaint("\(name) takes \(setting.form), not '\(Self.cut(value))'", of: name))
    }
    let entry = Entry(name: name, value: value, line: number)
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
  private static func cut(_ text: String) -> String { text.count > 40 ? text.prefix(39) + "…" : text }

  // MARK: Reading

  /// The settings that hold for the file at an absolute path; nil: for none in particular. A later section wins.
  public func settings(for path: String?, home: String?) -> Settings {
    let holding = sections.filter { section in path.map { Glob(section.pattern, home: home).matches($0) } ?? false }
    var settings = Settings()
    for entry in entries + holding.flatMap(\.entries) { _ = Setting.named(entry.name)?.read(entry.value, &settings) }
    return settings
  }

  /// The complaints in one message; nil if there are none.
  public var message: String? {
    guard let first = complaints.first else { return nil }
    return complaints.count == 1
      ? first.sentence : "\(first.sentence) \(complaints.count - 1) more: almanac config tells all."
  }
}
