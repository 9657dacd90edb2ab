// The system allows the program only few open files, few threads or little memory.
import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite("Limits of the system", .serialized)
struct SystemLimitsTests {
  private static let verbs = [
    "list foo", "show foo 1", "add foo t=b", "edit foo 1 t=b", "delete foo 1", "watch", "script q", "script e --write",
    "doctor", "schema",
  ]

  @Test("REAL-46: with 3 to 40 open files a verb does what it should, or says in a sentence why not, and what to do")
  func files() async throws {
    let (sandbox, file) = try await Self.makeFile()
    for limit in 3...40 {
      let ending = try await sandbox.shell("ulimit -n \(limit); exec almanac list foo --tsv --file '\(file)'")
      if ending.status == 0 {
        #expect(ending.text == "id\tt\n1\ta\n" && ending.errors == "", "\(limit)")
      } else if limit > 3 || ending.status != 127 {
        // With three descriptors the system can't load a program made of several files.
        #expect(ending.status == 1 && ending.text == "", "\(limit)")
        #expect(Self.isRefusal(ending.errors, of: "list", Self.files), "\(limit): \(ending.errors)")
      }
    }
    for verb in Self.verbs {
      for limit in [4, 12, 30] {
        let ending = try await sandbox.shell("ulimit -n \(limit); exec almanac \(verb) --file '\(file)'")
        #expect(ending.status == 1 && ending.text == "", "\(verb), \(limit)")
        #expect(Self.isRefusal(ending.errors, of: verb, Self.files), "\(verb), \(limit): \(ending.errors)")
      }
    }
    #expect(try await sandbox.sqlite(file, "SELECT * FROM foo") == "1|a")
  }

  @Test("REAL-46: with little memory for threads a verb does what it should, or says in a sentence why not")
  func memory() async throws {
    let (sandbox, file) = try await Self.makeFile()
    var refused = 0
    for limit in stride(from: 40, through: 400, by: 30) {
      let limits = "ulimit -s 8192 && ulimit -v \(limit * 1024) && exec almanac"
      // With less memory the system can't load the program.
      guard try await sandbox.shell("\(limits) --version").status == 0 else { continue }
      let ending = try await sandbox.shell("\(limits) list foo --tsv --file '\(file)'")
      guard ending.status != 0 else {
        #expect(ending.text == "id\tt\n1\ta\n" && ending.errors == "", "\(limit)")
        continue
      }
      refused += 1
      #expect(ending.status == 1 && ending.text == "", "\(limit)")
      #expect(Self.isRefusal(ending.errors, of: "list", Self.stacks), "\(limit): \(ending.errors)")
    }
    #expect(refused > 0)
    #expect(try await sandbox.sqlite(file, "SELECT * FROM foo") == "1|a")
  }

  @Test("REAL-46: where a user may have few threads a verb says so in a sentence, and does not wait for them for ever")
  func threads() async throws {
    let (sandbox, file) = try await Self.makeFile()
    // The limit does not hold for root.
    let isRoot = getuid() == 0
    if isRoot { try await sandbox.shell("chmod 711 '\(sandbox.folder)'; chmod 666 '\(file)'").check() }
    func limited(_ limit: Int, _ arguments: String) async throws -> Ending {
      let command = "ulimit -u \(limit); exec almanac \(arguments)"
      return try await sandbox.run(
        (isRoot ? ["setpriv", "--reuid", "54321", "--clear-groups"] : []) + ["bash", "-c", command])
    }
    // Another user may not be allowed to read the program.
    guard try await limited(1000, "--version").status == 0 else { return }
    for verb in Self.verbs {
      for limit in verb == "list foo" ? Array(1...8) : [1, 3] {
        let ending = try await limited(limit, "\(verb) --file '\(file)'")
        #expect(ending.status == 1 && ending.text == "", "\(verb), \(limit)")
        #expect(Self.isRefusal(ending.errors, of: verb, Self.threads), "\(verb), \(limit): \(ending.errors)")
      }
    }
    #expect(try await sandbox.sqlite(file, "SELECT * FROM foo") == "1|a")
  }

  @Test("REAL-46: so does the screen, on the shell's own screen")
  func screen() async throws {
    let (sandbox, file) = try await Self.makeFile()
    let limits = ["ulimit -n 4", "ulimit -n 12", "ulimit -n 31", "ulimit -s 65536; ulimit -v 400000"]
    let pane = try await Pane.start(sandbox, columns: 200)
    for limit in limits {
      let start = pane.bytes.count
      try await pane.command("clear; (\(limit); almanac '\(file)'); echo \"status $?.\"")
      _ = try await pane.endOfBytes("status 1.", from: start)
      let said = try await pane.screen().row("almanac: ") + "\n"
      #expect(
        Self.isRefusal(said, of: "", limit.contains("-n") ? Self.files : Self.stacks), "\(limit): \(said)")
    }
  }

  @Test("REAL-46: memory that is refused later ends the program with a sentence and status 1, not by a trap")
  func refusedMemory() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        let used = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").first
        let limit = rlim_t(used.flatMap { Int($0) } ?? 0) * 4096 + 64 << 20
        var limits = rlimit(rlim_cur: limit, rlim_max: limit)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits)
        // A damaged file may name such a page.
        PageMap()[.max] = 1
      })
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      said.contains(
        ": There is no memory for a map of the file's pages. What was saved is kept. "
          + "Start it again when the system has more resources.\n"), "\(said)")
  }

  @Test("REAL-46: Dispatch calls the program's function where it would wait for a thread")
  func dispatchAsks() async throws {
    let sandbox = try Sandbox()
    let said = try await sandbox.shell("LD_BIND_NOW=1 LD_DEBUG=bindings exec almanac --version 2>&1").text
    let bindings = said.split(separator: "\n").filter { $0.contains("`sleep'") && $0.contains("libdispatch") }
    #expect(bindings.allSatisfy { $0.contains("to almanac [0]") || $0.contains("/almanac [0]: ") }, "\(bindings)")
    #expect(said.contains("libdispatch") == !bindings.isEmpty)
  }

  private static func makeFile() async throws -> (Sandbox, file: String) {
    let sandbox = try Sandbox()
    let file = sandbox["foo.db"]
    try await sandbox.sqlite(
      file, "PRAGMA journal_mode=wal; CREATE TABLE foo(id INTEGER PRIMARY KEY, t); INSERT INTO foo VALUES (1, 'a')")
    return (sandbox, file)
  }

  private typealias Refusal = (beginning: String, end: String)
  private static let files: Refusal = ("Almanac can open only ", " and needs 32. \(advice("-n 256"))")
  private static let threads: Refusal = ("Almanac can start only ", ". \(advice("-u 4096"))")
  private static let stacks: Refusal = ("Almanac can start only ", ". \(advice("-v unlimited"))")

  private static func advice(_ limit: String) -> String {
    "Nothing was changed. Raise the limit, for example by 'ulimit \(limit)', and start it again.\n"
  }

  /// Whether the output is the one sentence with which a verb, or the screen, refuses.
  private static func isRefusal(_ errors: String, of verb: String, _ refusal: Refusal) -> Bool {
    let name = ["almanac", String(verb.prefix { $0 != " " })].filter { !$0.isEmpty }.joined(separator: " ")
    return errors.hasPrefix("\(name): \(refusal.beginning)") && errors.hasSuffix(refusal.end)
  }
}
