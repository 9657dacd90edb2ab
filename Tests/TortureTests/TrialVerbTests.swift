// Which verbs the trials run, and how they read the output of a watch.
import TestSupport
import Testing

@testable import Torture

@Suite("The verbs under torture") struct TrialVerbTests {
  /// Prints changes until it is stopped.
  private static let quietProgram = """
    case "$1" in watch) while :; do echo '{"change":"update"}'; sleep 0.05; done;; esac
    """

  private func calls(_ trial: Trial, _ seed: UInt64 = 1) async throws -> [String] {
    var words: [String] = []
    try await withFakeProgram(Self.quietProgram) { rig, calls in
      var generator = trial.generator(seed: seed, number: 1)
      try trial.run(rig, &generator)
      words = try calls()
    }
    return words
  }

  @Test("damaged files are shown as a schema and watched, too")
  func damagedFiles() async throws {
    let calls = try await calls(.damagedFiles)
    for verb in ["list", "show", "stats", "schema", "watch", "script"] {
      #expect(calls.contains { $0.hasPrefix(verb + " ") }, "\(verb)")
    }
  }

  @Test("hostile texts come through every format of every verb")
  func hostileTexts() async throws {
    let calls = try await calls(.hostileTexts)
    for start in ["list users --csv", "list users --tsv", "schema --file", "schema --all", "watch "] {
      #expect(calls.contains { $0.hasPrefix(start) }, "\(start)")
    }
    for verb in ["toggle", "edit"] {
      #expect(calls.contains { $0.hasPrefix(verb + " users") && $0.contains(" --json") }, "\(verb)")
    }
  }

  @Test("a schema can be read in which each name is hostile")
  func hostileSchema() async throws {
    try await withFakeProgram("") { rig, _ in
      let book = try rig.book()
      let name = try HostileSchema.add(to: book, hasColumns: true) { Array("\u{1B}[31m\0".utf8) + [0xFF, 0x0A] }
      #expect(name == "00\u{1B}[31m\u{FFFD}\n")
      let names = try RawConnection.rows(
        "SELECT hex(name) FROM sqlite_schema WHERE name NOT IN ('facts', 'users', 'sqlite_sequence')", on: book)
      #expect(names.count == 11 && names.allSatisfy { $0.contains("1B5B33316DFF0A") }, "\(names)")
      for table in ["facts", "users"] {
        let columns = try RawConnection.rows("SELECT hex(name) FROM pragma_table_xinfo('\(table)')", on: book)
        #expect(columns.contains { $0.contains("1B5B33316DEFBFBD0A") }, "\(columns)")
      }
    }
  }

  // MARK: A watch

  @Test("a watch gives what it tells, and is stopped then", arguments: [true, false])
  func watch(_ isPiped: Bool) async throws {
    try await withFakeProgram(Self.quietProgram) { rig, _ in
      var changes = 0
      let output = try rig.watch("facts", "none", isPiped: isPiped) { changes = $0 }
      #expect(output.contains(word: "{\"change\":\"update\"}"))
      #expect(changes > 0)
    }
  }

  @Test("a watch that ends for a reason may say so")
  func endedWatch() async throws {
    try await withFakeProgram("echo 'almanac watch: damaged.'; exit 1") { rig, _ in
      let output = try rig.watch("facts", "none") { _ in }
      #expect(output.contains(word: "almanac watch: damaged."))
    }
  }

  @Test(
    "a watch that crashes, or says nothing of its end, fails the trial",
    arguments: [
      ("kill -SEGV $$", "almanac watch facts: status 139."),
      ("exit 1", "almanac watch facts failed without a sentence."),
    ])
  func brokenWatch(_ script: String, _ message: String) async throws {
    try await withFakeProgram(script.isEmpty ? "" : "[ \"$1\" = watch ] && \(script)") { rig, _ in
      let error = #expect(throws: Trouble.self) { try rig.watch("facts", "none") { _ in } }
      #expect(error.map { "\($0)" } == message)
    }
  }

  @Test("LSQ-22: a screen that does not follow its query is a fault")
  func liveQueries() async throws {
    try await withFakeProgram(#"case "$2" in --query) sqlite3 "$1" "$3";; esac"#) { rig, calls in
      rig.seconds = 1
      var generator = Trial.liveQueries.generator(seed: 1, number: 1)
      let trouble = #expect(throws: Trouble.self) { try Trial.liveQueries.run(rig, &generator) }
      #expect(trouble.map { "\($0)".contains(" did not show the rows [") } == true)
      let starts = try calls().filter { $0.contains(" --query SELECT ") }
      #expect(starts.count == 8)
    }
  }
}
