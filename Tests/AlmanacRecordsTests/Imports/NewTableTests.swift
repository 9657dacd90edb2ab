// The types of a table that an import makes, and its names.
import Databases
import Glibc
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct NewTableTests {
  /// The type of a column of texts.
  private static func type(_ texts: String...) -> String {
    var guess = TypeGuess()
    for text in texts {
      var text = text
      text.withUTF8 { guess.note(text: $0) }
    }
    return guess.typeOfTexts.rawValue
  }

  @Test("CIT-07: a column of texts is a number only if no value loses anything by it")
  func types() {
    #expect(Self.type("1", "-20", "0", "9223372036854775807", "-9223372036854775808") == "INTEGER")
    #expect(Self.type("1.5", "2", "-0.25", "5.0", "1.5e-7", "1e+20") == "REAL")
    #expect(Self.type("12.50", "3.00", "7") == "REAL")
    #expect(Self.type("3.141592653589793") == "REAL")
    #expect(Self.type() == "TEXT")
    for text in [
      "007", "00", "+5", " 5", "5 ", "5.", ".5", "-", "", "0x10", "1e5", "12E4", "1_000", "1,5", "1.2.3",
      "9223372036854775808",
      "-9223372036854775809", "-0", "-0.0", "2026-01-31", "12:30", "true", "NaN", "inf", "1e999",
      "0.1234567890123456789",
      "١",
    ] {
      #expect(Self.type("1", text) == "TEXT", "\(text)")
    }
    // A version, a number that is no real one.
    #expect(Self.type("1.9", "1.10") == "TEXT")
    #expect(Self.type("9007199254740993", "0.5") == "TEXT")
    #expect(Self.type("9007199254740992", "0.5") == "REAL")
  }

  @Test("CIT-07: names that are empty, the same, or differ only in the case of A to Z get numbers, and no name is lost")
  func names() {
    #expect(
      NewTable.distinctNames(["a", "A", "", "a_2", "a", "column3", "é", "É", "\0"])
        == ["a", "A_3", "column4", "a_2", "a_4", "column3", "é", "É", "\u{FFFD}"])
    #expect(NewTable.distinctNames(["", ""]) == ["column1", "column2"])
    #expect(NewTable.name(for: "/a/b.c/sales 2024.csv") == "sales 2024")
    #expect(NewTable.name(for: "/a/.csv") == ".csv" && NewTable.name(for: "x") == "x")
  }

  @Test("CIT-07: the columns of JSON: all names of all records; each value stays what it is")
  func json() throws {
    let text = """
      {"a":1,"b":"07","m":1,"r":1.5}
      {"a":2,"c":null,"m":"x","r":2,"A":true}
      {"x":"x'00'","a":9007199254740993}
      """
    try withSource(text) { file in
      let survey = try SourceSurvey.read(file, SourceForm(.jsonl))
      #expect(
        NewTable("t \"x\"", survey.columns).statement.joined(separator: "\n") == """
          CREATE TABLE "t ""x\"""(
            "a" INTEGER,
            "b" TEXT,
            "m",
            "r" REAL,
            "c" TEXT,
            "A_2" INTEGER,
            "x"
          );
          """)
      #expect(survey.count == 3)
      #expect(survey.examples[0] == ["1", "2", "9007199254740993"] && survey.examples[4] == [nil, nil, nil])
    }
  }

  @Test("CIT-07: 2,000 columns make a table; one more is refused with its line, wherever it comes")
  func width() throws {
    let records = (1...2000).map { "{\"c\($0)\":\($0)}\n" }.joined()
    try withSource(records) { file in
      let columns = try SourceSurvey.read(file, SourceForm(.jsonl)).columns
      #expect(columns.count == 2000 && columns[1999].name == "c2000" && NewTable("t", columns).problem == nil)
    }
    let headings = (1...2001).map { "c\($0)" }.joined(separator: ",") + "\n"
    for (text, format, line) in [(records + "{\"c1\":1,\"more\":1}", SourceFormat.jsonl, 2001), (headings, .csv, 1)] {
      try withSource(text) { file in
        let failure = #expect(throws: LineFailure.self) { try SourceSurvey.read(file, SourceForm(format)) }
        #expect(failure?.number == line)
        #expect(
          failure.map { "\($0.error)" } == "It names more than 2,000 columns, and SQLite's tables have no more.")
      }
    }
  }

  /// Runs `body` with a source.
  private func withSource(_ text: String, _ body: (SourceFile) throws -> Void) throws {
    try body(SourceSpool(holding: text).file())
  }
}

extension SourceSpool {
  /// A source with a text.
  convenience init(holding text: String) throws {
    try self.init(in: "/tmp")
    let ends = try #require(Self.pipe())
    text.withCString { _ = write(ends.in, $0, text.utf8.count) }
    close(ends.in)
    try fill(from: SourceFile(own: ends.out))
  }

  private static func pipe() -> (out: CInt, in: CInt)? {
    var ends: [CInt] = [0, 0]
    return Glibc.pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
  }
}
