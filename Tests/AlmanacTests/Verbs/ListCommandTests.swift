// Listing by columns, and values that are not plain text.
import Foundation
import TestSupport
import Testing

@Suite("almanac list")
struct ListCommandTests {
  @Test(
    "--where is true or false, a number, an e-mail or a text to the letter, several must hold; --sort, ties by ID; unknown columns are named"
  )
  func columns() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      """
      INSERT INTO users(id, name, email, active, createdAt) VALUES
        (3, 'ada byron', 'b@example.org', 1, 't'), (4, '', 'c@example.org', 0, 't');
      """)
    func ids(_ arguments: String...) async throws -> String {
      let ending = try await sandbox.run([Sandbox.binary, "list", "users", "--file", book] + arguments)
      #expect(ending.status == 0 && ending.errors == "")
      return ending.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }.joined(separator: " ")
    }
    #expect(try await ids() == "4 2 3 1")
    #expect(try await ids("--where", "active=1") == "3 1")
    #expect(try await ids("--where", "active=true") == "3 1")
    #expect(try await ids("--where", "active=false") == "4 2")
    #expect(try await ids("--where", "id=3") == "3")
    #expect(try await ids("--where=ACTIVE=yes") == "3 1")
    #expect(try await ids("--where", "active=0", "--where", "name=Ada Byron") == "2")
    #expect(try await ids("--where", "name=") == "4")
    #expect(try await ids("--where", "name=nobody") == "")
    #expect(try await ids("--where", "email=b@example.org", "--search", "byron") == "3")
    #expect(try await ids("--where", "email=B@Example.org") == "3")
    #expect(try await ids("--where", "name=ADA BYRON") == "")
    #expect(try await ids("--sort", "email") == "2 3 4 1")
    #expect(try await ids("--sort", "email:desc", "--limit", "2") == "1 4")
    #expect(try await ids("--sort", "name:DESC") == "1 3 2 4")
    #expect(try await ids("--sort", "name:asc") == "4 2 3 1")
    #expect(try await ids("--sort", "id", "--search", "example") == "1 2 3 4")
    #expect(try await ids("--sort", "createdat") == "1 2 3 4")
    // CIT-03
    #expect(try await ids("--sort", "active", "--sort", "email:desc") == "4 2 1 3")
    #expect(try await ids("--sort", "active:desc", "--sort", "createdAt:desc", "--sort", "id:desc") == "3 1 4 2")
    let exported = try await sandbox.almanac(
      "export", "users", "--sort", "active:desc", "--sort", "name", "--fields", "id", "--csv", "--file", book)
    #expect(exported.text == "id\r\n3\r\n1\r\n4\r\n2\r\n")
    try await sandbox.refuses(
      2, "almanac list: --sort names id twice.", "list", "users", "--sort", "id", "--sort", "ID:desc", "--file", book)
    try await sandbox.refuses(
      2, "almanac list: There is no column 'nme' in users; did you mean 'name'?", "list", "users", "--where", "nme=x",
      "--file", book)
    try await sandbox.refuses(
      2, "almanac list: There is no column 'age' in users, which has id, name, email, active and createdAt.", "list",
      "users", "--sort", "age", "--file", book)
    for wrong in ["name", "=x"] {
      try await sandbox.refuses(
        2, "almanac list: --where takes COLUMN=VALUE, not '\(wrong)'.", "list", "users", "--where", wrong)
    }
    for wrong in ["maybe", "", "7", "1.0"] {
      try await sandbox.refuses(
        2, "almanac list: active must be yes or no (or true, false, 1, 0), not '\(wrong)'.", "list", "users", "--where",
        "active=\(wrong)", "--file", book)
    }
    for wrong in ["five", "", "5.5"] {
      try await sandbox.refuses(
        2, "almanac list: id is a number, not '\(wrong)'.", "list", "facts", "--where", "id=\(wrong)",
        "--file", book)
    }
    for wrong in ["name:up", "name:"] {
      try await sandbox.refuses(
        2, "almanac list: --sort takes COLUMN or COLUMN:desc, not '\(wrong)'.", "list", "users", "--sort", wrong)
    }
  }

  @Test("bytes are x'…' in every form, what is no UTF-8 is U+FFFD, controls are escaped or made visible")
  func values() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      """
      DELETE FROM facts;
      INSERT INTO facts(id, body, createdAt) VALUES
        (1, x'00ff61', 'blob'), (2, CAST(x'6100ff1b' AS TEXT), 'text'), (3, x'', 1e300);
      """)
    func list(_ arguments: String...) async throws -> String {
      try await sandbox.run([Sandbox.binary, "list", "facts", "--file", book] + arguments).text
    }
    #expect(try await list() == "3\tx''\t1.0e+300\n2\ta\0�\u{1B}\ttext\n1\tx'00ff61'\tblob\n")
    #expect(
      try await list("--csv")
        == "id,body,createdAt\r\n3,x'',1.0e+300\r\n2,a\0\u{FFFD}\u{1B},text\r\n1,x'00ff61',blob\r\n")
    #expect(
      try await list("--json") == """
        [
        {"id":3,"body":"x''","createdAt":"1.0e+300"},
        {"id":2,"body":"a\\u0000\u{FFFD}\\u001b","createdAt":"text"},
        {"id":1,"body":"x'00ff61'","createdAt":"blob"}
        ]

        """)
    #expect(
      try await sandbox.almanac("show", "facts", "1", "--file", book).text
        == "id\t1\nbody\tx'00ff61'\ncreatedAt\tblob\n")
    #expect(
      try await sandbox.almanac("show", "facts", "2", "--json", "--file", book).text
        == "{\"id\":2,\"body\":\"a\\u0000\u{FFFD}\\u001b\",\"createdAt\":\"text\"}\n")
  }
}
