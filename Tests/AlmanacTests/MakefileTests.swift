// The messages of make if something is missing. Nothing is installed and nothing is built.
import Foundation
import TestSupport
import Testing

@Suite("The Makefile", .serialized)
struct MakefileTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Runs make with only the named programs, and the scripts `stubs`, on the path.
  private func make(_ arguments: String..., with stubs: [String: String], in sandbox: Sandbox) async throws -> Ending {
    let programs = sandbox["programs"]
    try? FileManager.default.removeItem(atPath: programs)
    mkdir(programs, 0o700)
    for name in ["make", "bash", "sed", "sort", "head", "tail", "grep", "awk", "tee", "env"] {
      let path = try await sandbox.shell("command -v \(name)").text.trimmingCharacters(in: .newlines)
      symlink(path, programs + "/" + name)
    }
    for (name, script) in stubs {
      try await sandbox.makeProgram("#!/bin/bash\n\(script)\n", at: programs + "/" + name)
    }
    return try await sandbox.run(
      ["make", "--no-print-directory", "-C", Self.root] + arguments, environment: ["PATH": programs])
  }

  private let swift = "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'"

  @Test("make, and make help, tell every target")
  func help() async throws {
    let sandbox = try Sandbox()
    for arguments in [[], ["help"]] {
      let help = try await sandbox.run(["make", "--no-print-directory", "-C", Self.root] + arguments)
      #expect(help.status == 0)
      for target in [
        "run", "build", "test", "check", "tsan", "faults", "torture", "bench", "pictures", "format", "clean",
      ] {
        #expect(help.text.contains("  make \(target)"))
      }
      #expect(help.text.split(separator: "\n").allSatisfy { $0.count < 80 })
    }
  }

  @Test("without a Swift toolchain, or with one that is too old: a sentence that says where to get it")
  func toolchain() async throws {
    let sandbox = try Sandbox()
    let none = try await make("setup", with: [:], in: sandbox)
    #expect(
      none.errors.hasPrefix(
        "almanac needs the Swift toolchain, 6.3 or newer: get it at https://www.swift.org/install/linux/"))
    #expect(none.status != 0)
    let old = try await make("setup", with: ["swift": "echo 'Swift version 5.10 (swift-5.10-RELEASE)'"], in: sandbox)
    #expect(old.errors.hasPrefix("almanac needs Swift 6.3 or newer, and this is 5.10: get it at "))
    #expect(old.status != 0)
    let new = try await make(
      "setup", with: ["swift": "echo 'Swift version 6.10 (swift-6.10-RELEASE)'", "id": "echo 0"], in: sandbox)
    #expect(new.errors == "" && new.status == 0)
  }

  @Test("without the libraries and without root, a sentence with the command to type")
  func packages() async throws {
    let sandbox = try Sandbox()
    let sentence =
      "almanac needs libncurses-dev libsqlite3-dev: install them, for example with: "
      + "sudo apt-get install libncurses-dev libsqlite3-dev\n"
    let stubs = ["swift": swift, "id": "echo 1000", "sudo": "exit 1", "apt-get": "exit 0"]
    #expect(try await make("setup", "HEADERS=/nowhere", with: stubs, in: sandbox).errors.hasPrefix(sentence))
    // As root, on a system other than Debian.
    let other = try await make("setup", "HEADERS=/nowhere", with: ["swift": swift, "id": "echo 0"], in: sandbox)
    #expect(other.errors.hasPrefix(sentence) && other.status != 0)
    let tests = try await make("setup-tests", with: stubs, in: sandbox)
    #expect(
      tests.errors.hasPrefix(
        "almanac needs tmux sqlite3 groff-base: install them, for example with: sudo apt-get install tmux sqlite3 groff-base\n"
      ))
    #expect(tests.status != 0)
  }

  @Test("CIT-30: make install puts six files below DESTDIR and PREFIX, make uninstall takes all of them away")
  func install() async throws {
    let sandbox = try Sandbox()
    func make(_ target: String) async throws -> Ending {
      let ending = try await sandbox.run([
        "make", "--no-print-directory", "-C", Self.root, target, "BINARY=\(Sandbox.binary)",
        "DESTDIR=\(sandbox["root of all"])", "PREFIX=/opt/almanac",
      ])
      try ending.check()
      return ending
    }
    func files() async throws -> String {
      try await sandbox.shell("cd '\(sandbox["root of all"])' && find . -type f -printf '%m %P\\n' | sort -k 2").text
    }
    #expect(try await make("install").text == "Installed \(sandbox["root of all"])/opt/almanac/bin/almanac.\n")
    #expect(
      try await files() == """
        755 opt/almanac/bin/almanac
        644 opt/almanac/share/bash-completion/completions/almanac
        644 opt/almanac/share/doc/almanac/copyright
        644 opt/almanac/share/fish/vendor_completions.d/almanac.fish
        644 opt/almanac/share/man/man1/almanac.1
        644 opt/almanac/share/zsh/site-functions/_almanac

        """)
    let installed = sandbox["root of all"] + "/opt/almanac/bin/almanac"
    #expect(try await sandbox.run([installed, "--version"]).text.hasPrefix("almanac "))
    #expect(try await sandbox.shell("nm '\(installed)' 2>&1").text.contains("no symbols"))
    _ = try await make("uninstall")
    #expect(try await files() == "")
  }

  @Test("CIT-34: with ALMANAC_NO_INSTALL nothing is installed, even as root; on Fedora the packages have other names")
  func noInstall() async throws {
    let sandbox = try Sandbox()
    let stubs = ["swift": swift, "id": "echo 0", "sudo": "exec \"$@\"", "apt-get": "echo installed"]
    let sentence = "almanac needs libncurses-dev libsqlite3-dev: install them, for example with: sudo apt-get install "
    let refused = try await make("setup", "HEADERS=/nowhere", "ALMANAC_NO_INSTALL=1", with: stubs, in: sandbox)
    #expect(refused.errors.hasPrefix(sentence) && refused.text == "" && refused.status != 0, "\(refused)")
    let fedora = ["swift": swift, "id": "echo 1000", "sudo": "exit 1", "dnf": "exit 0"]
    #expect(
      try await make("setup", "HEADERS=/nowhere", with: fedora, in: sandbox).errors.hasPrefix(
        "almanac needs ncurses-devel sqlite-devel: install them, for example with: "
          + "sudo dnf install ncurses-devel sqlite-devel\n"))
    #expect(
      try await make("setup-tests", with: fedora, in: sandbox).errors.hasPrefix(
        "almanac needs tmux sqlite groff-base: install them, for example with: sudo dnf install tmux sqlite groff-base\n"
      ))
  }

  @Test("root, or who may be it, gets them installed", arguments: ["echo 0", "echo 1000"])
  func installing(_ id: String) async throws {
    let sandbox = try Sandbox()
    let record = sandbox["record"]
    let ending = try await make(
      "setup", "HEADERS=/nowhere",
      with: [
        "swift": swift, "id": id, "apt-get": "echo apt-get \"$@\" >>'\(record)'",
        "sudo": "[ \"$1\" = -n ] && exit 0; echo sudo >>'\(record)'; exec \"$@\"",
      ], in: sandbox)
    #expect(ending.status == 0 && ending.errors == "")
    #expect(ending.text == "Installing libncurses-dev libsqlite3-dev\n")
    let commands = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(
      commands.filter { $0 != "sudo" } == [
        "apt-get update -qq", "apt-get install -qq -y --no-install-recommends libncurses-dev libsqlite3-dev",
      ])
    #expect(commands.contains("sudo") == (id != "echo 0"))
  }

  @Test("a run of tests that is ended names those that did not end; one that fails repeats what failed")
  func endedTests() async throws {
    let sandbox = try Sandbox()
    func test(_ lines: String..., status: Int) async throws -> String {
      let log = lines.map { "echo '\($0)'" }.joined(separator: "\n")
      let stubs = [
        "tests": "\(log)\necho '· log'\nexit 1", "timeout": "shift; \"$@\"; exit \(status)",
      ]
      let ending = try await make(
        "test-modules", "TESTS=tests", "LOGS=\(sandbox.folder)", with: stubs, in: sandbox)
      #expect(ending.status == 2)
      return ending.text.components(separatedBy: "· log\n").last ?? ""
    }
    let ended = try await test(
      "◇ Test \"a lock, twice\" started.", "◇ Test other() started.", "◇ Test \"a lock, twice\" started.",
      "✔ Test \"a lock, twice\" passed after 0.1 seconds.", "◇ Test \"of three cases\" started.",
      "✔ Test \"of three cases\" with 3 test cases passed after 0.100 seconds.",
      "◇ Test \"of more cases\" started.", "◇ Suite \"All\" started.",
      status: 124)
    #expect(
      ended == """
        The tests were ended after an hour.
        What did not end:
          Test "a lock, twice"
          Test "of more cases"
          Test other()

        """)
    let failed = try await test(
      "◇ Test other() started.", "✘ Test other() recorded an issue at A.swift:1:1: no",
      "✘ Test other() failed after 0.001 seconds with 1 issue.", status: 1)
    #expect(
      failed == """
        What failed:
        ✘ Test other() recorded an issue at A.swift:1:1: no
        ✘ Test other() failed after 0.001 seconds with 1 issue.

        """)
  }
}
