// What happens where the system lets the program open few files.
import TestSupport
import Testing

@Suite("Few open files")
struct OpenFilesTests {
  @Test("REAL-46: with 4 to 40 open files a verb does what it should, or says in a sentence why not, and what to do")
  func limits() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["foo.db"]
    try await sandbox.sqlite(
      file, "PRAGMA journal_mode=wal; CREATE TABLE foo(id INTEGER PRIMARY KEY, t); INSERT INTO foo VALUES (1, 'a')")
    for limit in 4...40 {
      let ending = try await sandbox.shell("ulimit -n \(limit); exec almanac list foo --tsv --file '\(file)'")
      if ending.status == 0 {
        #expect(ending.text == "id\tt\n1\ta\n" && ending.errors == "", "\(limit)")
      } else {
        #expect(ending.status == 1 && ending.text == "", "\(limit)")
        #expect(Self.isRefusal(ending.errors, of: "almanac list"), "\(limit): \(ending.errors)")
      }
    }
    for verb in [
      "show foo 1", "add foo t=b", "edit foo 1 t=b", "delete foo 1", "watch", "script q", "doctor", "schema",
    ] {
      for limit in [4, 12, 30] {
        let ending = try await sandbox.shell("ulimit -n \(limit); exec almanac \(verb) --file '\(file)'")
        #expect(ending.status == 1 && ending.text == "", "\(verb), \(limit)")
        let name = "almanac " + verb.prefix { $0 != " " }
        #expect(Self.isRefusal(ending.errors, of: name), "\(verb), \(limit): \(ending.errors)")
      }
    }
    #expect(try await sandbox.sqlite(file, "SELECT * FROM foo") == "1|a")
  }

  private static func isRefusal(_ errors: String, of verb: String) -> Bool {
    errors.hasPrefix("\(verb): Almanac can open only ")
      && errors.hasSuffix(
        "and needs 32. Nothing was changed. Raise the limit, for example by 'ulimit -n 256', and start it again.\n")
  }
}
