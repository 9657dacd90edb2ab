import Testing

@testable import AlmanacFeatures

@Suite("The colours of JSON")
struct JSONColouringTests {
  /// The parts of lines, each with the letter of its kind.
  private func parts(_ lines: String...) -> [String] {
    var colouring = JSONColouring()
    return lines.map { line in
      colouring.parts(of: line[...]).map { part in
        let sign =
          switch part.kind {
          case .name: "n"
          case .text: "t"
          case .number: "#"
          case .word: "w"
          }
        return "\(sign)‹\(line[part.range])›"
      }.joined(separator: " ")
    }
  }

  @Test("CIT-12: names, strings, numbers and words, in objects and arrays")
  func kinds() {
    #expect(
      parts(#"{"a": "b", "c": -1.5e+3, "d": [true, "x", 0], "e": {"f": null}}"#) == [
        #"n‹"a"› t‹"b"› n‹"c"› #‹-1.5e+3› n‹"d"› w‹true› t‹"x"› #‹0› n‹"e"› n‹"f"› w‹null›"#
      ])
    #expect(
      parts("[", #"  "a","#, "  1,", "  {", #"    "b": []"#, "  },", #"  "c""#, "]") == [
        "", #"t‹"a"›"#, "#‹1›", "", #"n‹"b"›"#, "", #"t‹"c"›"#, "",
      ])
  }

  @Test("CIT-12: a string keeps its kind where it is cut, in an escape too, and signs inside it are its text")
  func cut() {
    #expect(
      parts(#"{"na"#, #"me": "o\"#, #"" {1, \\", "x": 1}"#) == [
        #"n‹"na›"#, #"n‹me"› t‹"o\›"#, #"t‹" {1, \\"› n‹"x"› #‹1›"#,
      ])
    #expect(parts("[12", "34, tr", "ue]") == ["#‹12›", "#‹34› w‹tr›", "w‹ue›"])
  }
}
