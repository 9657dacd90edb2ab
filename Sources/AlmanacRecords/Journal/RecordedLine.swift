// A line of a record of changes, as `almanac record` writes it.
import Databases

/// A line of a record.
enum RecordedLine {
  /// A column of a row, and its value.
  typealias Member = (name: String, value: ExactValue)

  /// A row that a commit has changed.
  case row(table: String, key: [Member], before: [Member]?, after: [Member]?, commit: Int)
  /// A change of the schema.
  case schema(SchemaChange, commit: Int)
  /// Why rows of a table, or of a whole commit, are not known.
  case unknown(table: String?, reason: String, commit: Int)
  /// All commits up to a number are above. `count`: SQLite's count of the file's commits after them.
  case mark(commit: Int, moment: String, count: UInt32?)
  /// The first line.
  case head

  /// The error that a line is none of a record.
  struct Damaged: Error {}

  init(_ line: Substring) throws {
    var texts: [String: String] = [:]
    var numbers: [String: Int] = [:]
    var objects: [String: [Member]] = [:]
    let bytes = SourceBytes(String(line))
    let reader = JSONReader(bytes: bytes)
    guard try bytes.take(UInt8(ascii: "{")) else { throw Damaged() }
    try reader.eachElement(until: UInt8(ascii: "}")) {
      let name = try Self.name(reader)
      switch try bytes.peek() {
      case UInt8(ascii: "{"):
        try bytes.take()
        var members: [Member] = []
        try reader.eachElement(until: UInt8(ascii: "}")) {
          members.append((try Self.name(reader), try reader.value().value))
        }
        objects[name] = members
      case UInt8(ascii: "\""): texts[name] = String(decoding: try reader.text().bytes, as: UTF8.self)
      default: if case .integer(let number) = try reader.numberOrWord().value { numbers[name] = number }
      }
    }
    if texts["change"] == "record" {
      self = .head
      return
    }
    guard let commit = numbers["commit"] else { throw Damaged() }
    switch (texts["change"], texts["table"]) {
    case ("recorded", _):
      self = .mark(
        commit: commit, moment: texts["at"] ?? "", count: numbers["count"].flatMap { UInt32(exactly: $0) })
    case ("unknown", let table): self = .unknown(table: table, reason: texts["reason"] ?? "", commit: commit)
    case ("schema", let table?):
      guard let type = texts["type"], let name = texts["name"] else { throw Damaged() }
      let change = SchemaChange(
        type: type, name: name, table: table, formerDefinition: texts["old"], definition: texts["new"])
      self = .schema(change, commit: commit)
    case ("insert", let table?), ("update", let table?), ("delete", let table?):
      guard objects["old"] != nil || objects["new"] != nil else { throw Damaged() }
      self = .row(
        table: table, key: objects["key"] ?? [], before: objects["old"], after: objects["new"], commit: commit)
    default: throw Damaged()
    }
  }

  /// Reads the name of a member, and the colon after it.
  private static func name(_ reader: JSONReader) throws -> String {
    let name = String(decoding: try reader.memberName(), as: UTF8.self)
    try reader.takeColon()
    return name
  }
}
