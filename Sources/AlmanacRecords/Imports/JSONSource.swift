// Reads records from JSON: an array of objects, or consecutive objects.
import Databases

/// Reads the output of `export --json`, an object at a time.
struct JSONSource: RecordSource {
  private let reader: JSONReader
  /// Whether the objects are in an array; nil before the first one.
  private var isArray: Bool?
  private var hasEnded = false
  private var hasRecords = false
  /// The place after the last object.
  private var lastPlace: SourceBytes.Place?
  /// The names in the last object: usually the next one has the same.
  private var names: [[UInt8]] = []
  private var columns: [String] = []

  init(_ bytes: SourceBytes) { reader = JSONReader(bytes: bytes) }

  var mayMeanEmptyText: Bool { false }
  var headings: [String] { [] }

  mutating func next() throws -> SourceRecord? {
    do {
      return try goesOn() ? object() : nil
    } catch JSONReader.Problem.malformed(let words, let place, _) {
      throw LineFailure(
        number: place.line, error: SourceProblem(description: "It is not JSON: \(words) (byte \(place.byte))."))
    } catch JSONReader.Problem.tooLarge(let digits) {
      throw LineFailure(number: reader.bytes.line, error: Self.tooLarge("A number", digits))
    } catch let problem as SourceProblem {
      throw LineFailure(number: reader.bytes.line, error: problem)
    }
  }

  private static func tooLarge(_ what: String, _ digits: String) -> SourceProblem {
    DecimalNumber(digits)?.isInteger == true
      ? SourceProblem(
        description: "\(what) is too large for an integer; \(digits).0 is the nearest real number.")
      : SourceProblem(description: "\(what) is beyond the real numbers: \(digits); 1e999 is infinity.")
  }

  /// Goes to the next object; false if there is none.
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
        throw reader.problem("a comma or ] must follow an object", at: lastPlace)
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
      throw reader.problem("nothing may follow the array")
    }
    return false
  }

  private mutating func object() throws -> SourceRecord {
    let line = reader.bytes.line
    guard try reader.bytes.take(UInt8(ascii: "{")) else {
      if isArray == true, hasRecords, try reader.bytes.peek() == UInt8(ascii: "]") {
        throw reader.problem("a comma is not allowed before ]")
      }
      throw reader.problem("a record must be an object, which begins with {")
    }
    hasRecords = true
    var values: [ExactValue] = []
    var roundedPlaces: [Int] = []
    values.reserveCapacity(columns.count)
    try reader.eachElement(until: UInt8(ascii: "}")) {
      note(try reader.memberName(), at: values.count)
      try reader.takeColon()
      do {
        let (value, isRounded) = try reader.value()
        if isRounded { roundedPlaces.append(values.count) }
        values.append(value)
      } catch JSONReader.Problem.tooLarge(let digits) {
        throw Self.tooLarge("The value of \(columns[values.count])", digits)
      }
    }
    lastPlace = reader.bytes.place
    if names.count > values.count { cutNames(to: values.count) }
    return SourceRecord(line: line, columnsLine: line, columns: columns, values: values, roundedPlaces: roundedPlaces)
  }

  /// Stores the name of a value.
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
