// The messages of the table macros about a wrong use, with their places.
import TestSupport
import Testing

@Suite(.recordsIssues) struct TableDiagnosticTests {
  /// A wrong declaration, and the message about it as `line:column: message`, counted from its own first line.
  private static let cases: [(source: String, message: String)] = [
    (
      "@Table class Fact { init() {} }",
      "1:1: A row is a value: '@Table' belongs to a struct. Make this a struct."
    ),
    (
      "@Selection class Fact { init() {} }",
      "1:1: A row is a value: '@Selection' belongs to a struct. Make this a struct."
    ),
    (
      "@Table struct Fact {}",
      "1:15: A table needs a column. Declare a stored property, as in 'let id: Int'."
    ),
    (
      #"@Table("a\(b)") struct Fact { let id: Int }"#,
      "1:8: The name is needed while compiling. Write it as a string literal without interpolations."
    ),
    (
      "@Table struct Fact {\n  let id: Int\n  @Column(as: form) var at: Date\n}",
      """
      3:15: The representation is needed while compiling. Write it as a type, as in \
      'as: Date.UnixTimeRepresentation.self'.
      """
    ),
    (
      "@Table struct Fact {\n  var at = now()\n  let id: Int\n}",
      "2:7: The column's type can't be read from this value. Write it out, as in 'var at: Int = …'."
    ),
    (
      "@Table struct Fact {\n  let id: Int\n  let x: Int = 5\n}",
      "3:7: The constant 'x' has its value already, so no row can set it. Write 'var', or mark it '@Ephemeral'."
    ),
    (
      "@Table struct Fact {\n  let id: Int\n  var (a, b): (Int, Int)\n}",
      "3:7: A column needs a name of its own. Declare each property by itself, as in 'var x: Int'."
    ),
    (
      "@Table struct Fact {\n  let id: Int\n  @Ephemeral var x: Int\n}",
      "3:18: 'x' is not in the table, so a decoded row can't fill it. Give it a value, as in '= nil'."
    ),
    (
      "@Table struct Fact {\n  let id: Int\n  @Column(\"id\") var x: Int\n}",
      "3:21: Two properties have the column 'id'. Give one of them another name with '@Column(\"…\")'."
    ),
    (
      "@Table struct Fact {\n  @Column(primaryKey: true) let a: Int\n  @Column(primaryKey: true) let b: Int\n}",
      "3:33: 'b' would be a second primary key. Mark one property only; find rows by several columns with 'where'."
    ),
    (
      "@Table struct Fact {\n  let id: Int\n  @Column(generated: x) let b: Int\n}",
      "3:22: The answer is needed while compiling. Write 'true' or 'false'."
    ),
    (
      "struct Fact {\n  @Column func x() {}\n}",
      "2:3: '@Column' and '@Ephemeral' belong to a stored property of a '@Table' struct. Remove it here."
    ),
    (
      "struct Fact {\n  @Column var x: Int { 5 }\n}",
      "2:3: A computed property is no column. Remove the attribute, or store the property."
    ),
    (
      "@Table struct Fact {\n  let id: Int\n  static let all = unscoped.where { !$0.isDeleted }\n}",
      "3:14: \(ownAll)"
    ),
    (
      "@Table struct Fact {\n  let id: Int\n  static var all: SelectOf<Fact> { unscoped }\n}",
      "3:14: \(ownAll)"
    ),
  ]

  private static let ownAll = """
    A table's scope holds under every alias too, so it is written as a function of the columns. Write \
    '@PredicateBuilder static func scope(_ columns: TableColumns) -> [Predicate] { … }' instead of 'all'.
    """

  @Test("LIB-04: each wrong use is told once, where it is; a table's own all, which no statement would obey, is one")
  func messages() async throws {
    var source = "import StructuredQueries\nlet b = 0"
    var expected: [String] = []
    for (number, wrong) in Self.cases.enumerated() {
      let before = source.split(separator: "\n", omittingEmptySubsequences: false).count
      source += "\n" + wrong.source.replacing("Fact", with: "Fact\(number)")
      let message = wrong.message.split(separator: ":", maxSplits: 1)
      expected.append("\(before + (Int(message[0]) ?? 0)):\(message[1])")
    }
    // The compiler has more to say about some of them.
    let told = try await compilerMessages(in: source).compactMap { line -> String? in
      let parts = line.split(separator: " (from macro '", maxSplits: 1)
      return parts.count == 2 ? String(parts[0]).replacing(": error:", with: ":") : nil
    }
    #expect(told == expected)
  }
}
