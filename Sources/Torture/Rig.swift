// The program under torture, and its books.
import Glibc
import Harnesses

/// A private folder, a template book, and methods to run the program.
final class Rig {
  let almanac: String
  /// Emptied before each case.
  let folder: String
  private let base: String
  private var template: String { base + "/template.db" }
  let environment: [String: String]
  /// The duration of the whole torture, in seconds.
  var seconds = 600
  /// Measurements of cases, as sentences for the report.
  var notes: [String] = []

  /// Longer than any verb takes on a small book.
  static let patience: Duration = .seconds(20)

  init(programs: String) throws {
    almanac = programs + "/almanac"
    guard access(almanac, X_OK) == 0 else { throw Trouble("\(almanac) is missing: `make build` makes it.") }
    var name = Array("/tmp/almanac-torture.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Trouble("The system gave no temporary folder.") }
    base = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    folder = base + "/case"
    environment = [
      "PATH": "/usr/bin:/bin", "HOME": base, "TMPDIR": folder, "XDG_DATA_HOME": base, "XDG_CONFIG_HOME": base,
      "XDG_STATE_HOME": base, "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color",
      // A crash report takes longer than the crash.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    mkdir(folder, 0o700)
    try run("list", "facts", "--limit", "0", "--create", "--sample", "--file", template)
    try RawConnection.run(
      """
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 400)
      INSERT INTO facts(body, createdAt)
        SELECT 'Fact ' || n || ' of the naïve számla', '2026-01-02 03:04:05.678' FROM numbers;
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
      INSERT INTO users(name, email, active, createdAt)
        SELECT 'User ' || n, 'user' || n || '@example.org', n % 3 <> 0, '2026-01-02 03:04:05.678' FROM numbers;
      PRAGMA journal_mode=DELETE
      """, on: template)
  }

  // MARK: Files

  /// Makes a new book.
  func book(_ name: String = "book.db", journal: String = "delete") throws -> String {
    let path = "\(folder)/\(name)"
    try Self.write(try Self.bytes(of: template), to: path)
    if journal != "delete" { try RawConnection.run("PRAGMA journal_mode=\(journal)", on: path) }
    return path
  }

  static func bytes(of path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Trouble("\(path) can't be read.") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    guard fread(&bytes, 1, bytes.count, file) == bytes.count else { throw Trouble("\(path) can't be read.") }
    return bytes
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Trouble("\(path) can't be written.") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Trouble("\(path) can't be written.") }
  }

  /// Empties the folder of the case.
  func clean() throws { _ = try ChildProcess(["sh", "-c", "rm -rf \"$0\"/*", folder]).end() }

  func remove() { _ = try? ChildProcess(["rm", "-rf", base]).end() }

  // MARK: Running

  /// Runs the program to its end. Throws if it crashes or hangs.
  @discardableResult
  func run(_ arguments: String..., variables: [String: String] = [:]) throws -> Ending {
    try run(arguments, variables: variables)
  }

  /// Runs the program to its end. Throws if it crashes or hangs.
  @discardableResult
  func run(_ arguments: [String], variables: [String: String] = [:]) throws -> Ending {
    let words = arguments.map { $0.count > 60 ? $0.prefix(60) + "…" : $0 }.joined(separator: " ")
    let ending: Ending
    do {
      ending = try ChildProcess(
        [almanac] + arguments, environment: environment.merging(variables) { $1 }, patience: Self.patience
      ).end()
    } catch {
      throw Trouble("almanac \(words): \(error)")
    }
    guard ending.status <= 2 else {
      throw Trouble("almanac \(words): status \(ending.status) \(ending.errors.prefix(300))")
    }
    return ending
  }

  /// Throws unless the file is intact, its search finds all facts, and it can be opened again.
  func checkBook(_ path: String) throws {
    let file = try RawConnection(path)
    let integrity = try file.rows("PRAGMA integrity_check")
    guard integrity == ["ok"] else { throw Trouble("The file is damaged: \(integrity.prefix(3)).") }
    try file.run("INSERT INTO facts_search(facts_search) VALUES ('integrity-check')")
    let isFound = try file.rows(
      """
      SELECT (SELECT group_concat(id) FROM (SELECT id FROM facts ORDER BY id))
        IS (SELECT group_concat(rowid) FROM (SELECT rowid FROM facts_search ORDER BY rowid))
      """)
    guard isFound == ["1"] else { throw Trouble("The search does not find what is there.") }
    let ending = try run("list", "facts", "--limit", "1", "--file", path)
    guard ending.status == 0 else { throw Trouble("The next start fails: \(ending.errors)") }
  }
}
