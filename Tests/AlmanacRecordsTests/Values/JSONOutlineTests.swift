// JSON as an outline for a person.
@testable import AlmanacRecords
import Testing

@Suite struct JSONOutlineTests {
  @Test func objectsAndArraysUnfold() {
    #expect(
      JSONOutline(#" {"a":1,"b":[true,false,null],"c":{},"d":[ ],"e":"x\n\"\u00e9,{}"} "#)?.text == """
        {
          "a": 1,
          "b": [
            true,
            false,
            null
          ],
          "c": {},
          "d": [],
          "e": "x\\n\\"\\u00e9,{}"
        }
        """)
    #expect(JSONOutline("[]")?.text == "[]")
    #expect(JSONOutline("[-0,1.5,-2e+10,3E-1]")?.text == "[\n  -0,\n  1.5,\n  -2e+10,\n  3E-1\n]")
    #expect(JSONOutline(#"{"b":1,"a":2,"b":3}"#)?.text == "{\n  \"b\": 1,\n  \"a\": 2,\n  \"b\": 3\n}")
  }

  @Test(
    arguments: [
      "", "text", "1", "\"text\"", "{", "}", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "{\"a\":}", "[01]", "[1.]", "[.5]",
      "[1e]", "[+1]", "[-]", "[tru]", "[nullx]", "[\"\u{1}\"]", "[\"\\x\"]", "[\"\\u00g0\"]", "[\"", "[]]", "{} {}",
      "[\"a\nb\"]", "{\"a\":1,}", "[']", "[\"\\ud800\"]", "[\"\\udc00\\ud800\"]", "['a']", "[1]x", "[NaN]", "[1e]",
      "[0x1]",
    ])
  func whatIsNoJSONStaysAsItIs(text: String) {
    #expect(JSONOutline(text) == nil)
  }

  @Test(
    "REAL-42: a list shows the beginning of a long text on one line where that is the beginning of JSON, and of nothing else",
    arguments: [
      ("[1, \"a", "[1,\"a"), ("{\"a\" :", "{\"a\":"), ("[tr", "[tr"), ("[-", "[-"), ("[1.", "[1."), ("[2e+", "[2e+"),
      ("[\"\\u12", "[\"\\u12"), ("[\"\\ud83d", "[\"\\ud83d"), ("[1 ,", "[1,"), ("[\"\\", "[\"\\"), ("[ [ 1 ] ", "[[1]"),
      ("[trx", nil), ("[x", nil), ("[01", nil), ("[\"\\q", nil), ("[1 2", nil), ("[] x", nil), ("{a", nil), ("x", nil),
      ("", nil), ("7", nil),
    ] as [(String, String?)])
  func cut(_ text: String, _ line: String?) { #expect(JSONOutline.line(text, isCut: true) == line) }

  @Test func deepAndLongOnesAreNotUnfolded() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    #expect(JSONOutline(nested(JSONOutline.depthLimit)) != nil)
    #expect(JSONOutline(nested(JSONOutline.depthLimit + 1)) == nil)
    #expect(JSONOutline(nested(1_000_000)) == nil)
    let long = "[" + repeatElement("1", count: JSONOutline.byteLimit / 2).joined(separator: ",") + "]"
    #expect(JSONOutline(long) == nil)
    // Short members on a deep level: small, and huge when unfolded.
    let wide =
      String(repeating: "[", count: 60) + repeatElement("1", count: 60_000).joined(separator: ",")
      + String(repeating: "]", count: 60)
    #expect(wide.utf8.count < JSONOutline.byteLimit)
    #expect(JSONOutline(wide) == nil)
  }
}
