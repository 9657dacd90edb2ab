// A value that is no expression can't be selected: the compiler says so.
import TestSupport
import Testing

@Suite(.recordsIssues)
struct SelectionDiagnosticTests {
  @Test("What is no expression can't be selected, returned or fetched")
  func noExpressions() async throws {
    let declaration = """
      import StructuredQueries
      @Table struct Fact { let id: Int; var body: String }

      """
    let parts = [
      #"Fact.select { ("x", $0.body) }"#,
      "Fact.all.select { ($0.body, Fact.count()) }",
      #"Fact.where { $0.id == 1 }.delete().returning { ("x", $0.body) }"#,
    ]
    let uses = parts.enumerated().flatMap {
      ["func a\($0)() { _ = \($1) }", "func b\($0)() -> some Statement { \($1) }"]
    }
    let errors = try await compilerMessages(in: declaration + uses.joined(separator: "\n"))
      .filter { $0.contains(": error: ") }
    // After `all` a selection has one more meaning, so the compiler's message is a general one.
    let sentences = [
      "cannot conform to 'QueryExpression'", "no exact matches in call to instance method 'select'",
      "cannot conform to 'QueryExpression'",
    ]
    for line in 3...8 {
      #expect(
        errors.contains { $0.hasPrefix("\(line):") && $0.contains(sentences[(line - 3) / 2]) },
        "\(line): \(errors)")
    }
  }
}
