// Records of JSON: of one array of objects, or of objects one after the other.
import Databases

/// Reads what `export --json` writes, an object at a time.
struct JSONSource: RecordSource {
  private let reader: JSONReader
  /// Whether the objects are those of an array; `nil` before the first.
  private var isArray: Bool?
  private var hasEnded = false
  /// The line on which the last object ends.
  private var lastLine = 1
  /// The names in the last object: the next one has the same as a rule.
  private var names: [[UInt8]] = []
  private var columns: [String] = []

  init(_ bytes: SourceBytes) { reader = JSONReader(bytes: bytes) }

  var mayMeanEmptyText: Bool { false }
  var headings: [String] { [] }

  mutating func next() throws -> SourceRecord? {
    do {
      return try goesOn() ? object() : nil
    } catch let problem as JSONReader.Problem {
      var number = reader.bytes.line
      if case .expected(_, let line) = problem { number = line }
      throw LineFailure(
        number: number, error: SourceProblem(description: "It is not JSON: \(Self.words(problem))."))
    } catch let problem as SourceProblem {
      throw LineFailure(number: reader.bytes.line, error: problem)
    }
  }

  private static func words(_ problem: JSONReader.Problem) -> String {
    switch problem {
    case .noValue: "a value must stand here"
    case .tooLarge(let digits): "\(digits) is too large for an integer"
    case .badText: "a text must end with a double quote on its line, and \\\" and \\\\ stand for those signs in it"
    case .expected(let what, _): what
    case .tooDeep: "a value is nested too deep"
    }
  }

  /// Goes to the next object; `false` where there is none.
  private mutating func goesOn() throws -> Bool {
    if hasEnded { return false }
    let bytes = reader.bytes
    try reader.skipSpace()
    if isArray == nil {
      isArray = try bytes.take(UInt8(ascii: "["))
      try reader.skipSpace()
      if isArray == true, try bytes.take(UInt8(ascii: "]")) { return try end() }
    } else if isArray == true {
      if try bytes.take(UInt8(ascii: "]")) { return try end() }
      guard try bytes.take(UInt8(ascii: ",")) else {
        throw JSONReader.Problem.expected("a comma or ] must stand behind an object", line: lastLine)
      }
      try reader.skipSpace()
    }
    if isArray == false, try bytes.peek() == nil { return false }
    return true
  }

  private mutating func end() throws -> Bool {
    hasEnded = true
    try reader.skipSpace()
    guard try reader.bytes.peek() == nil else {
      throw JSONReader.Problem.expected("nothing must stand behind the array", line: reader.bytes.line)
    }
    return false
  }

  private mutating func object() throws -> SourceRecord {
    let line = reader.bytes.line
    guard try reader.bytes.take(UInt8(ascii: "{")) else {
      throw JSONReader.Problem.expected("a record must be an object, which begins with {", line: line)
    }
    var values: [ExactValue] = []
    values.reserveCapacity(columns.count)
    try reader.eachElement(until: UInt8(ascii: "}")) {
      note(try reader.text().bytes, at: values.count)
      try reader.takeColon()
      do {
        values.append(try reader.value())
      } catch JSONReader.Problem.tooLarge(let digits) {
        throw SourceProblem(
          description: """
            The value of \(columns[values.count]) is too large for an integer; \(digits).0 is the nearest real number.
            """)
      }
    }
    lastLine = reader.bytes.line
    if names.count > values.count { cutNames(to: values.count) }
    return SourceRecord(line: line, columnsLine: line, columns: columns, values: values)
  }

  /// Notes the name of a value.
  private mutating func note(_ name: [UInt8], at place: Int) {
    if place < names.count {
      if names[place] == name { return }
      cutNames(to: place)
    }
    names.append(name)
    columns.append(String(decoding: name, as: UTF8.self))
  }

  private mutating func cutNames(to count: Int) {
    names.removeSubrange(count...)
    columns.removeSubrange(count...)
  }
}
