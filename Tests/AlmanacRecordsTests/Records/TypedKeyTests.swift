import Testing

@testable import AlmanacRecords

@Suite struct TypedKeyTests {
  @Test("REAL-32: a key is read by its quotes, and then cut at spaces in every way, empty values last")
  func ways() {
    #expect(TypedKey("New York NY", count: 2)?.ways.prefix(2) == [["New", "York NY"], ["New York", "NY"]])
    #expect(
      TypedKey("New York NY", count: 2)?.ways.dropFirst(2) == [["", "New York NY"], ["New York NY", ""]])
    #expect(TypedKey("\"New York\" NY", count: 2)?.ways.first == ["New York", "NY"])
    #expect(TypedKey("\"\" NY", count: 2)?.ways.first == ["", "NY"])
    #expect(TypedKey("10248  11", count: 2)?.ways.first == ["10248", "11"])
    #expect(TypedKey(" a  b ", count: 1)?.ways == [["a  b"]])
    #expect(TypedKey("\"a b", count: 1)?.ways == [["a b"], ["\"a b"]])
    #expect(TypedKey("a", count: 2)?.ways == [["", "a"], ["a", ""]])
    #expect(TypedKey("a b c d", count: 3)?.ways.first == ["a", "b", "c d"])
    #expect(TypedKey("  ", count: 1) == nil && TypedKey("a", count: 0) == nil)
    let many = String(repeating: "word ", count: 1_000)
    #expect(TypedKey(many, count: 4)?.ways.count ?? 0 <= 500)
  }
}
