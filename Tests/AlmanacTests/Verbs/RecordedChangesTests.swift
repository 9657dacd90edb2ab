// The record that `almanac record` keeps of a file's changes.
import Foundation
import Harnesses
import TestSupport
import Testing

@Suite("almanac record")
struct RecordedChangesTests {
  /// Starts to record; when this returns, each later commit is certain to come.
  private func recording(_ file: String, to record: String, _ more: String..., in sandbox: Sandbox) async throws
    -> ChildProcess
  {
    let process = try ChildProcess(
      [Sandbox.binary, "record", file, "--to", record] + more, environment: sandbox.environment)
    let lines = try await offPool { try process.lines(1) }
    #expect(lines == ["Recording \(file) in \(record); Ctrl-C ends."])
    return process
  }

  private func end(_ process: ChildProcess, _ signal: Int32 = SIGINT) async throws -> Ending {
    process.signalGroup(signal)
    return try await offPool { try process.end() }
  }

  /// The lines of a record, with `T` in the place of each moment.
  private func lines(_ record: String) throws -> [String] {
    let text = try String(contentsOfFile: record, encoding: .utf8)
    return text.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/, with: "T").replacing(
      /"file":"\d+ [\d.]*"/, with: "\"file\":\"F\""
    ).replacing(/,"count":\d+}/, with: "}").split(separator: "\n").map(String.init)
  }

  private static let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, n, b)"

  @Test(
    "HIS-14: what was committed before Ctrl-C is recorded, and only the person can read it",
    arguments: ["wal", "delete"])
  func whole(journal: String) async throws {
    let sandbox = try Sandbox()
    let (file, record) = (sandbox["t.db"], sandbox["t.record"])
    try await sandbox.sqlite(file, "PRAGMA journal_mode=\(journal); \(Self.schema)")
    let process = try await recording(file, to: record, in: sandbox)
    try await sandbox.sqlite(file, "INSERT INTO t(n) VALUES (1), ('two')")
    let ending = try await end(process)
    #expect(ending.status == 128 + SIGINT && ending.errors == "")
    #expect(
      try lines(record) == [
        #"{"change":"record","file":"F"}"#,
        #"{"change":"recorded","commit":0,"at":"T"}"#,
        #"{"change":"insert","table":"t","key":{"id":1},"new":{"id":1,"n":1,"b":null},"commit":1}"#,
        #"{"change":"insert","table":"t","key":{"id":2},"new":{"id":2,"n":"two","b":null},"commit":1}"#,
        #"{"change":"recorded","commit":1,"at":"T"}"#,
      ])
    let mode = try FileManager.default.attributesOfItem(atPath: record)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("HIS-14: after a kill the broken end is taken off, and a line says what was not recorded")
  func killed() async throws {
    let sandbox = try Sandbox()
    let (file, record) = (sandbox["t.db"], sandbox["t.record"])
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; \(Self.schema)")
    let first = try await recording(file, to: record, in: sandbox)
    let second = try ChildProcess([Sandbox.binary, "record", file, "--to", record], environment: sandbox.environment)
    #expect(
      try await offPool { try second.end() }.errors
        == "almanac record: Another almanac record writes \(record): name another file with --to, or end that one.\n")
    _ = try await end(first, SIGKILL)
    // A value can't look like a mark: a line end in it is escaped.
    let broken =
      #"{"change":"insert","table":"t","key":{"id":1},"new":{"n":"\n{\"change\":\"recorded\",\"commit\":7"},"comm"#
    let handle = try #require(FileHandle(forWritingAtPath: record))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(broken.utf8))
    try handle.close()
    try await sandbox.sqlite(file, "INSERT INTO t(n) VALUES (1)")
    let third = try await recording(file, to: record, in: sandbox)
    try await sandbox.sqlite(file, "UPDATE t SET n = 2")
    _ = try await end(third)
    #expect(
      try lines(record) == [
        #"{"change":"record","file":"F"}"#,
        #"{"change":"recorded","commit":0,"at":"T"}"#,
        #"{"change":"unknown","reason":"nothing was recorded from T to T","commit":0}"#,
        #"{"change":"recorded","commit":0,"at":"T"}"#,
        #"{"change":"update","table":"t","key":{"id":1},"old":{"id":1,"n":1,"b":null},"new":{"id":1,"n":2,"b":null},"commit":1}"#,
        #"{"change":"recorded","commit":1,"at":"T"}"#,
      ])
  }

  @Test("HIS-14: a long record becomes RECORD.1, and the oldest ones go")
  func rotated() async throws {
    let sandbox = try Sandbox()
    let (file, record) = (sandbox["t.db"], sandbox["t.record"])
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; \(Self.schema)")
    for number in 1...4 {
      let process = try await recording(file, to: record, "--size", "1", "--keep", "2", in: sandbox)
      try await sandbox.sqlite(file, "INSERT INTO t VALUES (\(number), \(number), hex(randomblob(600000)))")
      #expect(try await end(process).errors == "")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox[""]).filter { $0.hasPrefix("t.record") }
    #expect(names.sorted() == ["t.record", "t.record.1", "t.record.2"])
    #expect(try lines(record) == [#"{"change":"record","file":"F"}"#, #"{"change":"recorded","commit":4,"at":"T"}"#])
    for (name, number) in [("t.record.1", 4), ("t.record.2", 3)] {
      let lines = try lines(sandbox[name])
      #expect(
        lines.map { $0.prefix(40) }
          == [
            "{\"change\":\"record\",\"file\":\"F\"}",
            "{\"change\":\"recorded\",\"commit\":\(number - 1),\"at\":\"T\"}",
            "{\"change\":\"unknown\",\"reason\":\"nothing was",
            "{\"change\":\"recorded\",\"commit\":\(number - 1),\"at\":\"T\"}",
            "{\"change\":\"insert\",\"table\":\"t\",\"key\":{\"i",
            "{\"change\":\"recorded\",\"commit\":\(number),\"at\":\"T\"}",
          ].map { $0.prefix(40) })
    }
  }

  @Test("HIS-14: the recorded statements make a copy equal to the file")
  func statements() async throws {
    let sandbox = try Sandbox()
    let (file, copy, record) = (sandbox["t.db"], sandbox["copy.db"], sandbox["t.record"])
    try await sandbox.sqlite(
      file,
      "PRAGMA journal_mode=wal; \(Self.schema); INSERT INTO t SELECT value, value, NULL FROM json_each('[1,2,3,4,5,6,7,8]')"
    )
    try await sandbox.sqlite(file, "VACUUM INTO '\(copy)'")
    let process = try await recording(file, to: record, "--sql", in: sandbox)
    var generator = SeededGenerator(seed: 14)
    var script = ""
    for _ in 0..<400 {
      let (id, value) = (Int.random(in: 1...20, using: &generator), Int.random(in: 0...999, using: &generator))
      script += [
        "INSERT OR REPLACE INTO t VALUES (\(id), \(value), x'0\(id % 10)');", "DELETE FROM t WHERE id = \(id);",
        "UPDATE t SET n = 'it''s ' || \(value) WHERE id > \(id);", "UPDATE t SET id = \(id + 20) WHERE id = \(id);",
      ].randomElement(using: &generator)!.replacing("UPDATE t SET id", with: "UPDATE OR REPLACE t SET id")
    }
    try await sandbox.sqlite(file, script)
    #expect(try await end(process).errors == "")
    try await sandbox.sqlite(copy, ".read \(record)")
    #expect(try await sandbox.sqlite(copy, ".dump") == sandbox.sqlite(file, ".dump"))
  }

  @Test("HIS-14: a kill in the middle of the change of names loses nothing, and the record goes on")
  func namesChanged() async throws {
    let sandbox = try Sandbox()
    let (file, record) = (sandbox["t.db"], sandbox["t.record"])
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; \(Self.schema)")
    let first = try await recording(file, to: record, in: sandbox)
    try await sandbox.sqlite(file, "INSERT INTO t(n) VALUES (1)")
    _ = try await end(first)
    // As the program leaves the names: the former record has its number, and the new one has its mark.
    let head = try #require(try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n").first)
    try FileManager.default.moveItem(atPath: record, toPath: record + ".1")
    let begun = """
      \(head)
      {"change":"recorded","commit":1,"at":"2026-01-31 12:00:00.000"}

      """
    try begun.write(toFile: record + ".new", atomically: true, encoding: .utf8)
    let second = try await recording(file, to: record, in: sandbox)
    try await sandbox.sqlite(file, "DELETE FROM t")
    _ = try await end(second)
    #expect(
      try lines(record) == [
        #"{"change":"record","file":"F"}"#,
        #"{"change":"recorded","commit":1,"at":"T"}"#,
        #"{"change":"unknown","reason":"nothing was recorded from T to T","commit":1}"#,
        #"{"change":"recorded","commit":1,"at":"T"}"#,
        #"{"change":"delete","table":"t","key":{"id":1},"old":{"id":1,"n":1,"b":null},"commit":2}"#,
        #"{"change":"recorded","commit":2,"at":"T"}"#,
      ])
    #expect(try lines(record + ".1").count == 4)
    #expect(!FileManager.default.fileExists(atPath: record + ".new"))
  }

  @Test("HIS-14, HIS-17: the database itself, its log and any other file are no record, and stay as they are")
  func refused() async throws {
    let sandbox = try Sandbox()
    let (file, other) = (sandbox["t.db"], sandbox["notes.txt"])
    try await sandbox.sqlite(file, Self.schema)
    try Data("notes\n".utf8).write(to: URL(filePath: other))
    let before = try Data(contentsOf: URL(filePath: file))
    try Data("mine\n".utf8).write(to: URL(filePath: sandbox["t.record.3"]))
    let link = sandbox["link.db"]
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    for (record, reason) in [
      (file, "\(file) belongs to the database: name another file with --to."),
      (file + "-wal", "\(file)-wal belongs to the database: name another file with --to."),
      (link, "\(link) belongs to the database: name another file with --to."),
      (other, "\(other) is no record of this file in this form, and stays as it is: name another file with --to."),
      (
        sandbox["t.record"],
        "\(sandbox["t.record.3"]) is no record of this file in this form, and stays as it is: name another file with --to."
      ),
    ] {
      let result = try await sandbox.almanac("record", file, "--to", record)
      #expect(result.status == 1 && result.errors == "almanac record: \(reason)\n")
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "notes\n")
  }
}
