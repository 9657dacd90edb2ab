// Books and expectations that several suites of the command line share.
import TestSupport
import Testing

extension Sandbox {
  /// A book of two facts and two users.
  func smallBook() async throws -> String {
    let book = self["book.db"]
    #expect(try await almanac("list", "facts", "--file", book, "--create", "--empty").status == 0)
    try await sqlite(
      book,
      """
      INSERT INTO facts(body, createdAt) VALUES ('A group of cats is called a clowder.', '2026-01-01 00:00:00.000'),
        ('Honey keeps, "they say",' || char(10) || 'for ever.' || char(9) || '\\o/', '2026-01-02 00:00:00.000');
      INSERT INTO users(name, email, active, createdAt) VALUES
        ('Grace Hopper', 'grace@example.org', 1, '2026-01-01 00:00:00.000'),
        ('Ada Byron', 'ada@example.org', 0, '2026-01-01 00:00:00.000');
      """)
    return book
  }

  /// Runs the binary, and expects `status`, one sentence on standard error and nothing on standard output.
  func refuses(
    _ status: Int32, _ sentence: String, _ arguments: String..., environment: [String: String?] = [:],
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let ending = try await run([Self.binary] + arguments, environment: environment)
    #expect(ending.errors == sentence + "\n", sourceLocation: location)
    #expect(ending.status == status, sourceLocation: location)
    #expect(ending.text == "", sourceLocation: location)
  }
}
