// The commands of the page about more than one machine, with Litestream itself where it can be had.
import Foundation
import Harnesses
import TestSupport
import Testing

/// The program `litestream`: the one that the variable LITESTREAM names, or else the first in PATH.
private enum Litestream {
  static let program: String? = {
    let variables = ProcessInfo.processInfo.environment
    let folders = (variables["PATH"] ?? "").split(separator: ":").map { "\($0)/litestream" }
    return ((variables["LITESTREAM"].map { [$0] } ?? []) + folders).first { access($0, X_OK) == 0 }
  }()

  static let isMissing: Comment = "litestream is neither named by LITESTREAM nor in PATH"
}

/// A file, its replica, and the commands of the page on them.
private struct Machines {
  let sandbox: Sandbox
  let environment: [String: String]
  private let commands: [String]

  init() async throws {
    sandbox = try Sandbox()
    let page = URL(filePath: #filePath)
      .appending(path: "../../../../Sources/AlmanacFeatures/Documentation.docc/MoreThanOneMachine.md")
    let parts = try String(contentsOf: page.standardizedFileURL, encoding: .utf8).components(separatedBy: "\n```")
    commands = stride(from: 1, to: parts.count, by: 2).flatMap { index in
      let lines = parts[index].components(separatedBy: "\n")
      return lines[0] == "sh" ? Array(lines.dropFirst()) : []
    }
    var environment = sandbox.environment
    let folder = (Litestream.program.map { ($0 as NSString).deletingLastPathComponent }) ?? ""
    environment["PATH"] = (environment["PATH"] ?? "") + ":" + folder
    self.environment = environment
    try await sandbox.sqlite(
      sandbox["app.db"],
      "PRAGMA journal_mode=wal; CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO item VALUES (1, 'Tea')"
    )
  }

  /// The only command of the page that begins so, with folders of the sandbox.
  func command(_ beginning: String) throws -> String {
    let found = commands.filter { $0.hasPrefix(beginning) }
    #expect(found.count == 1, "\(beginning): \(found)")
    return "cd '\(sandbox.folder)' && " + (found.first ?? "").replacing("/srv/backup", with: sandbox.folder)
  }

  @discardableResult
  func run(_ command: String) async throws -> Ending {
    try await sandbox.run(["sh", "-c", command], environment: environment)
  }

  /// Copies all commits so far into the replica.
  func replicateOnce() async throws {
    try await run(command("litestream replicate").replacing("replicate ", with: "replicate -once ")).check()
  }

  func start(_ command: String) throws -> ChildProcess {
    try ChildProcess(["sh", "-c", command.replacing("&& ", with: "&& exec ")], environment: environment)
  }

  /// Ends a program as Ctrl-C does.
  func end(_ program: ChildProcess) async throws {
    program.signalGroup(SIGINT)
    _ = try await offPool { try program.end() }
  }
}

@Suite("Litestream", .enabled(if: Litestream.program != nil, Litestream.isMissing), .serialized)
struct LitestreamTests {
  @Test("LRG-11, LRG-14: a file that Almanac writes while it is replicated is restored equal")
  func replicated() async throws {
    let machines = try await Machines()
    let (sandbox, file) = (machines.sandbox, machines.sandbox["app.db"])
    let replication = try machines.start(machines.command("litestream replicate") + " 2>&1")
    // From this line on there is something to restore.
    try await offPool { while try replication.line()?.contains("snapshot complete") == false {} }
    for number in 2...9 {
      try await sandbox.almanac("add", "item", "name=Item \(number)", "--file", file).check()
      if number % 3 == 0 {
        try await sandbox.almanac("edit", "item", "1", "name=Tea \(number)", "--file", file).check()
      }
    }
    try await sandbox.almanac("script", "j,d,u,G,d,q", "--write", "--file", file).check()
    try await sandbox.almanac("delete", "item", "4", "5", "--file", file).check()
    try await machines.end(replication)
    // The last commits may be younger than its interval of a second.
    try await machines.replicateOnce()
    try await machines.run(machines.command("litestream restore -o restored.db")).check()
    let difference = try await machines.run(machines.command("almanac diff app.db restored.db"))
    #expect(difference.status == 0 && difference.text == "", "\(difference.text)")
    #expect(
      try await sandbox.sqlite(sandbox["restored.db"], "SELECT group_concat(id || ' ' || name) FROM item")
        == "1 Tea 9,2 Item 2,3 Item 3,6 Item 6,7 Item 7,8 Item 8")
  }

  @Test("LRG-14: an earlier moment is restored, and diff says and takes back what has happened since")
  func earlier() async throws {
    let machines = try await Machines()
    let (sandbox, file) = (machines.sandbox, machines.sandbox["app.db"])
    try await machines.replicateOnce()
    // After the copy, and before the next commit. Litestream also takes a part of a second.
    let moment = try await machines.run("date -u +%Y-%m-%dT%H:%M:%S.%NZ").text.trimmingCharacters(in: .newlines)
    try await sandbox.almanac("edit", "item", "1", "name=Rye", "--file", file).check()
    try await machines.replicateOnce()
    let restore = try machines.command("litestream restore -timestamp").replacing("2026-01-31T12:00:00Z", with: moment)
    try await machines.run(restore).check()
    let since = try await machines.run(machines.command("almanac diff noon.db app.db"))
    #expect(since.status == 3 && since.text.contains("~ item 1  name Tea → Rye\n"), "\(since.text)")
    let back = try await machines.run(machines.command("almanac diff app.db noon.db --sql"))
    #expect(back.text.contains(#"UPDATE "item" SET "name" = 'Tea' WHERE "id" IS 1;"#), "\(back.text)")
    let screen = try machines.command("almanac app.db --diff noon.db").replacing(
      "almanac app.db", with: "almanac script '' --file app.db")
    let shown = try await machines.run(screen)
    #expect(shown.text.contains("1 updated in item"), "\(shown.text)")
  }

  @Test("LRG-12, LRG-14: a copy that is kept current is followed by watch and record, each commit with its rows")
  func followed() async throws {
    let machines = try await Machines()
    let (sandbox, file) = (machines.sandbox, machines.sandbox["app.db"])
    try await machines.replicateOnce()
    let follower = try machines.start(machines.command("litestream restore -f") + " 2>&1")
    try await offPool { while try follower.line()?.contains("entering follow mode") == false {} }
    // In WAL mode the copy can't be followed, and doctor says so.
    let doctor = try await sandbox.almanac("doctor", "--file", sandbox["copy.db"])
    #expect(doctor.text.contains("is not live: Litestream keeps it as a copy"), "\(doctor.text)")
    try await machines.run(machines.command("sqlite3 copy.db")).check()
    let watch = try machines.start(machines.command("almanac watch"))
    let record = try ChildProcess(
      [Sandbox.binary, "record", sandbox["copy.db"], "--to", sandbox["record"]], environment: machines.environment)
    #expect(try await offPool { try record.line() }?.hasPrefix("Recording ") == true)
    // The first commit that the watch knows tells that it follows.
    try await sandbox.sqlite(file, "UPDATE item SET name = 'Oat' WHERE id = 1")
    try await machines.replicateOnce()
    let first = try await offPool { () -> String in
      while let line = try watch.line() { if line.contains("\"item\"") { return line } }
      return ""
    }
    #expect(
      first.hasPrefix(
        #"{"change":"update","table":"item","key":{"id":1},"old":{"id":1,"name":"Tea"},"new":{"id":1,"name":"Oat"}"#),
      "\(first)")
    try await sandbox.sqlite(file, "INSERT INTO item VALUES (2, 'Milk'); DELETE FROM item WHERE id = 1")
    try await machines.replicateOnce()
    let next = try await offPool { () -> [String] in
      var found: [String] = []
      while found.count < 2, let line = try watch.line() { if line.contains("\"item\"") { found.append(line) } }
      return found
    }
    #expect(next.contains { $0.contains(#""delete","table":"item","key":{"id":1}"#) }, "\(next)")
    #expect(next.contains { $0.contains(#""insert","table":"item","key":{"id":2}"#) }, "\(next)")
    for program in [watch, record, follower] { try await machines.end(program) }
    let kept = try String(contentsOfFile: sandbox["record"], encoding: .utf8)
    #expect(
      kept.contains(#""new":{"id":1,"name":"Oat"}"#) && kept.contains(#""new":{"id":2,"name":"Milk"}"#), "\(kept)")
  }

  @Test("LRG-12: the screen on a copy that is kept current shows each commit in the list and in C")
  func onTheScreen() async throws {
    let machines = try await Machines()
    let (sandbox, file) = (machines.sandbox, machines.sandbox["app.db"])
    try await machines.replicateOnce()
    let follower = try machines.start(machines.command("litestream restore -f") + " 2>&1")
    try await offPool { while try follower.line()?.contains("entering follow mode") == false {} }
    try await machines.run(machines.command("sqlite3 copy.db")).check()
    let pane = try await Pane.start(sandbox, columns: 80, rows: 12)
    try await pane.command(machines.command("almanac copy.db --read-only"))
    try await pane.wait("the copy") { $0.contains("Tea") && $0.contains("read-only") }
    try await sandbox.sqlite(file, "UPDATE item SET name = 'Oat' WHERE id = 1")
    try await machines.replicateOnce()
    try await pane.wait(for: "Oat")
    try await pane.type("C")
    try await pane.wait(for: "Tea → Oat")
    try await pane.type("q")
    try await machines.end(follower)
  }
}
