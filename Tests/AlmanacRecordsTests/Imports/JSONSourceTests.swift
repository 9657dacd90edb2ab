// JSON, object by object.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite("records of JSON")
struct JSONSourceTests {
  private func values(_ text: String) throws -> [ExactValue] {
    var source = SourceFormat.json.source(SourceBytes(text))
    return try source.next()?.values ?? []
  }

  private func failure(_ text: String) -> String { DelimitedSourceTests.failure(text, .json) }

  @Test("an array and objects one after the other, of the same columns or others; the line is that of the object")
  func objects() throws {
    let expected = ["1: a='1' b='x'", "2: a='2' b=-", "3: b='y'", "4: ", "5: a='3' c='4'"]
    #expect(
      try DelimitedSourceTests.records(
        "\u{FEFF}[{\"a\":1,\"b\":\"x\"},\n{\"a\":2,\"b\":null},\n{ \"b\" : \"y\" }\n,{}\n, {\"a\":3,\"c\":4}\n]\n",
        .json)
        == expected)
    #expect(
      try DelimitedSourceTests.records(
        "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":null}\n{\"b\":\"y\"}\n{}\n{\"a\":3,\"c\":4}", .jsonl) == expected)
    #expect(try DelimitedSourceTests.records(" [ ] ", .json) == [])
    #expect(try DelimitedSourceTests.records("", .jsonl) == [])
  }

  @Test("ANY-07: integers of 64 bits, reals to the last bit, infinities, escapes, bytes, nested values as their text")
  func values() throws {
    #expect(
      try values(
        #"""
        {"a":9223372036854775807,"b":-9223372036854775808,"c":9007199254740993,"d":-0.0,"e":1e999,"f":-1e999,"g":5e-324,
        "h":0.1,"i":true,"j":false,"k":null,"l":"x'00Ff'","m":"\u0078'00ff'","n":"\ud83d\ude00\n\/\u00e9é","o":"",
        "p":[1, {"a":"]"} ],"q":{"b" : [ ]},"r":"x'0'","s":1e2}
        """#) == [
          .integer(.max), .integer(.min), .integer(9_007_199_254_740_993), .real(-0.0), .real(.infinity),
          .real(-.infinity), .real(.leastNonzeroMagnitude), .real(0.1), .integer(1), .integer(0), .null,
          .blob([0, 255]),
          .text("x'00ff'"), .text("😀\n/éé"), .text(""), .text(#"[1, {"a":"]"} ]"#), .text(#"{"b" : [ ]}"#),
          .text("x'0'"), .real(100),
        ])
    guard case .real(let zero) = try values("{\"a\":-0.0}")[0] else { throw Trouble("That is no real number.") }
    #expect(zero.sign == .minus)
  }

  @Test("what is wrong is told with its line")
  func wrong() {
    #expect(
      failure("[{\"a\":1}\n{\"a\":2}]") == "1: It is not JSON: a comma or ] must stand behind an object.")
    #expect(failure("[{\"a\":1}\n") == "1: It is not JSON: a comma or ] must stand behind an object.")
    #expect(failure("{\"a\":1}\n{\"a\":1\n{}") == "2: It is not JSON: a comma or } must stand behind a value.")
    #expect(failure("{\"a\" 1}") == "1: It is not JSON: a colon must stand behind a name.")
    #expect(failure("{}\n7\n") == "2: It is not JSON: a record must be an object, which begins with {.")
    #expect(failure("[]\n{}") == "2: It is not JSON: nothing must stand behind the array.")
    #expect(failure("{\"a\":01}") == "1: It is not JSON: a value must stand here.")
    #expect(failure("{\"a\":}") == "1: It is not JSON: a value must stand here.")
    for text in ["\"x\n\"", "\"\\ud800\"", "\"\\ud83dx\"", "\"\\q\"", "\"\\u12\"", "\"x"] {
      #expect(failure("{}\n{\"a\":\(text)}").hasPrefix("2: It is not JSON: a text must end with a double quote"))
    }
    #expect(
      failure("{\"a\":9223372036854775808}")
        == "1: The value of a is too large for an integer; 9223372036854775808.0 is the nearest real number.")
    let deep = String(repeating: "[", count: 1001)
    #expect(failure("{\"a\":\(deep)") == "1: It is not JSON: a value is nested too deep.")
  }
}
