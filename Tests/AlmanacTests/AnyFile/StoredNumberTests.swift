// Numbers that SQLite can't store as written, by every verb.
import TestSupport
import Testing

@Suite("numbers that SQLite can't hold")
struct StoredNumberTests {
  private func file(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["numbers.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE t(i INTEGER, n NUMERIC, r REAL, s TEXT, b); INSERT INTO t VALUES (1, 1, 1, 1, 1);
      CREATE TABLE zip(code STRING, id INTEGER PRIMARY KEY);
      """)
    return file
  }

  @Test(
    "REAL-41: add and edit keep a text, or refuse or say what SQLite makes of a number: nothing is rounded in silence")
  func verbs() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    func errors(_ words: String...) async throws -> String {
      let ending = try await sandbox.run([Sandbox.binary, "edit", "t", "1"] + words + ["--file", file])
      return ending.errors
    }
    let beyond = "an integer has 64 bits, and SQLite would store 9.223372036854776e+18.\n"
    for column in ["i", "n"] {
      #expect(
        try await errors("\(column)=9223372036854775808")
          == "almanac edit: Nothing was changed: \(column) can't be 9223372036854775808: \(beyond)")
    }
    #expect(
      try await errors("r=1e400")
        == "almanac edit: Nothing was changed: r can't be 1e400: that is beyond the numbers that SQLite has.\n")
    #expect(try await errors("i=abc") == "The value of i is a text, not a number.\n")
    #expect(try await errors("i=0x10") == "The value of i is a text, not a number.\n")
    #expect(try await errors("i=007") == "The value of i is 7, without the zeros before it.\n")
    #expect(
      try await errors("n=0.10000000000000000000001") == "The value of n is 0.1: SQLite has rounded it.\n")
    #expect(
      try await errors("r=9007199254740993") == "The value of r is 9007199254740992.0: SQLite has rounded it.\n")
    #expect(try await errors("r=7") == "")
    #expect(
      try await errors("r:=9007199254740993") == "The value of r is 9007199254740992.0: SQLite has rounded it.\n")
    #expect(
      try await errors("n:=0.10000000000000000000001")
        == "almanac edit: n:= takes a value in JSON, and '0.10000000000000000000001' has more digits than SQLite keeps; "
        + "the nearest number is 0.1.\n")
    #expect(
      try await errors("n:=1e400")
        == "almanac edit: n:= takes a value in JSON, and '1e400' is beyond the real numbers; 1e999 is infinity.\n")
    // Values that their columns don't convert, or store exactly: no message.
    for word in [
      "s=9223372036854775808", "b=9223372036854775808", "i=9223372036854775807", "i=-9223372036854775808", "n=0.1",
      "n=0.10000000000000001", "r=1e-5", "i= 12 ", "n=1.50", "r:=1e999",
    ] {
      #expect(try await errors(word) == "", "\(word)")
    }
    #expect(
      try await sandbox.sqlite(file, "SELECT quote(i), quote(n), quote(r), quote(s), quote(b) FROM t")
        == "12|1.5|Inf|'9223372036854775808'|'9223372036854775808'")
    let infinite = try await sandbox.almanac(file, "list", "t", "--csv")
    #expect(infinite.text == "i,n,r,s,b\r\n12,1.5,1e999,9223372036854775808,9223372036854775808\r\n")
    let added = try await sandbox.almanac("add", "zip", "code=01234", "--file", file)
    #expect(added.errors == "The value of code is 1234, without the zeros before it.\n")
  }

  @Test(
    "REAL-41: import says once on how many lines a value is not stored as it stands there, or names the line it refuses"
  )
  func imported() async throws {
    let sandbox = try Sandbox()
    let file = try await file(sandbox)
    func imported(_ format: String, _ text: String) async throws -> String {
      try await sandbox.run(
        [Sandbox.binary, "import", "-", "--into", "t", "--\(format)", "--file", file], input: text
      ).errors
    }
    #expect(
      try await imported("csv", "i,n,r\nabc,0x10,1\n2,abc,x\n3,0.10000000000000000000001,1\n007,1,9007199254740993\n")
        == """
        Added 4 records to t.
        2 lines have a text in a column of numbers (i, line 2), 2 lines have a number that was rounded (n, line 4) \
        and 1 line has a number that lost the zeros before it (i, line 5).

        """)
    #expect(
      try await imported("csv", "i\n1\n9223372036854775808\n")
        == "almanac import: Nothing was imported: line 3 of standard input: i can't be 9223372036854775808: "
        + "an integer has 64 bits, and SQLite would store 9.223372036854776e+18.\n")
    #expect(
      try await imported("jsonl", "{\"n\":0.10000000000000000000001,\"r\":9007199254740993}\n{\"n\":0.5}\n")
        == "Added 2 records to t.\n1 line has a number that was rounded (n, line 1).\n")
    #expect(try await imported("csv", "i,s\n5,0012\n-3,x\n") == "Added 2 records to t.\n")
    #expect(
      try await sandbox.sqlite(file, "SELECT i, typeof(i), n, typeof(n) FROM t")
        == "1|integer|1|integer\nabc|text|0x10|text\n2|integer|abc|text\n3|integer|0.1|real\n7|integer|1|integer\n"
        + "|null|0.1|real\n|null|0.5|real\n5|integer||null\n-3|integer||null")
  }
}
