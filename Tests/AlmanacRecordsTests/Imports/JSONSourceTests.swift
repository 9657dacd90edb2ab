// JSON, object by object.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite("records of JSON")
struct JSONSourceTests {
  private func values(_ text: String) throws -> [ExactValue] {
    var source = SourceForm(.json).source(SourceBytes(text))
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

  @Test("REAL-42: what is wrong is told with its line and its byte in that")
  func wrong() {
    for (source, sentence) in [
      ("[{\"a\":1}\n{\"a\":2}]", "1: It is not JSON: a comma or ] must follow an object (byte 9)."),
      ("[{\"a\":1}\n", "1: It is not JSON: a comma or ] must follow an object (byte 9)."),
      ("{\"a\":1}\n{\"a\":1\n{}", "2: It is not JSON: a comma or } must follow a value (byte 7)."),
      ("{\"a\" 1}", "1: It is not JSON: a colon must follow a name (byte 5)."),
      ("{}\n7\n", "2: It is not JSON: a record must be an object, which begins with { (byte 1)."),
      ("[]\n{}", "2: It is not JSON: nothing may follow the array (byte 1)."),
      ("{\"a\":01}", "1: It is not JSON: 01 is not written as JSON writes a number (byte 6)."),
      ("{\"a\":+1}", "1: It is not JSON: +1 is not written as JSON writes a number (byte 6)."),
      ("{\"a\":.5}", "1: It is not JSON: .5 is not written as JSON writes a number (byte 6)."),
      ("{\"a\":5.}", "1: It is not JSON: 5. is not written as JSON writes a number (byte 6)."),
      ("{\"a\":0x10}", "1: It is not JSON: 0x10 is no value; a text must be in double quotes (byte 6)."),
      ("{\"a\":True}", "1: It is not JSON: True is no value; a text must be in double quotes (byte 6)."),
      ("{\"a\":}", "1: It is not JSON: a comma is not allowed before } (byte 6)."),
      ("{\"a\":", "1: It is not JSON: a value is missing at the end (byte 6)."),
      ("{\"a\":NaN}", "1: It is not JSON: JSON has no NaN; write null (byte 6)."),
      ("{\"a\":-Infinity}", "1: It is not JSON: JSON has no -Infinity; write -1e999 (byte 6)."),
      ("{\"a\":1,}", "1: It is not JSON: a comma is not allowed before } (byte 8)."),
      ("{\"a\":[1,]}", "1: It is not JSON: a comma is not allowed before ] (byte 9)."),
      ("[{\"a\":1},\n]", "2: It is not JSON: a comma is not allowed before ] (byte 1)."),
      ("{\"a\":'x'}", "1: It is not JSON: a text must be in double quotes (byte 6)."),
      ("{'a':1}", "1: It is not JSON: a name must be in double quotes (byte 2)."),
      ("{a:1}", "1: It is not JSON: a name must be in double quotes (byte 2)."),
      ("{\"b\":{a:1}}", "1: It is not JSON: a name must be in double quotes (byte 7)."),
      ("{\"a\":1 /* x */}", "1: It is not JSON: a comma or } must follow a value (byte 7)."),
      ("{ // x\n\"a\":1}", "1: It is not JSON: JSON has no comments (byte 3)."),
      ("{\"ä\":\"\\ud800\"}", "1: It is not JSON: \\ud800 is half of a character without its other half (byte 8)."),
      (
        "{}\n{\"a\":\"\\ud83dx\"}", "2: It is not JSON: \\ud83d is half of a character without its other half (byte 7)."
      ),
      ("{\"a\":\"\\udc00\"}", "1: It is not JSON: \\udc00 is half of a character without its other half (byte 7)."),
      ("{\"a\":\"\\q\"}", "1: It is not JSON: \\q is no escape; a backslash in a text is written \\\\ (byte 7)."),
      ("{\"a\":\"\\u12\"}", "1: It is not JSON: four hexadecimal digits must follow \\u (byte 7)."),
      ("{\"a\":\"a\tb\"}", "1: It is not JSON: a tab in a text is written \\t (byte 8)."),
      ("{\"a\":\"\u{1}\"}", "1: It is not JSON: a control character in a text is written \\u0001 (byte 7)."),
      (
        "{\"a\":\"x\n\"}",
        "1: It is not JSON: a text must end with a double quote on its line; write a line break in it as \\n (byte 6)."
      ),
      (
        "{\"a\":\"x",
        "1: It is not JSON: a text must end with a double quote on its line; write a line break in it as \\n (byte 6)."
      ),
      (
        "{\"a\":9223372036854775808}",
        "1: The value of a is too large for an integer; 9223372036854775808.0 is the nearest real number."
      ),
      ("{\"a\":1e400}", "1: The value of a is beyond the real numbers: 1e400; 1e999 is infinity."),
      (
        "{\"a\":\(String(repeating: "[", count: 1001))",
        "1: It is not JSON: a value is nested deeper than 1000 levels (byte 1006)."
      ),
    ] {
      #expect(failure(source) == sentence, "\(source.prefix(40))")
    }
  }

  @Test("REAL-42: what is JSON is read: a mark at the beginning, pairs, depth, an unusual order of names")
  func right() throws {
    #expect(try values("\u{FEFF}{\"a\":\"\\uD83D\\uDE00\"}") == [.text("😀")])
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    #expect(try values("{\"a\":\(deep)}") == [.text(deep)])
    let long = "0." + String(repeating: "0", count: 4000) + "1"
    #expect(try values("{\"a\":\(long)}") == [.real(0)])
  }
}
