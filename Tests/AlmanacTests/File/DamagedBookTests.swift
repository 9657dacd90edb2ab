// Books with damaged pages: no verb and no screen traps or hangs, whatever the file contains.
import Foundation
import TestSupport
import Testing

@Suite("Damaged books", .serialized)
struct DamagedBookTests {
  private static let pageSize = 4096

  /// The seeds, one for each damaged copy; a failure prints the seed that makes its copy again.
  private static let seeds = ProcessInfo.processInfo.environment["ALMANAC_SEEDS"].flatMap(UInt64.init) ?? 5

  /// The commands for each copy: every reading verb, and tours of the screens.
  private static let runs = [
    ["list", "facts"], ["list", "facts", "--search", "a1", "--csv"], ["list", "facts", "--sort", "createdAt", "--tsv"],
    ["list", "users", "--json"], ["list", "users", "--where", "active=yes", "--sort", "email"],
    ["show", "facts", "700"], ["show", "users", "300", "--json"], ["stats"], ["stats", "--json"],
    ["script", "G,g,PgDn,PgDn,PgDn,End,PgUp,Home,Enter,G,Esc,S,G,g"],
    ["script", "/,type:a1,Enter,G,g,Esc,n,N,F", "--size", "160x40"],
    ["script", "2,G,s,G,s,G,S,g,f,G,f,G,f,/,type:b,Enter,G,Esc,3,j,G"],
    ["script", "C-a,C-a,d,2,a,Esc,e,Esc,Space,d,u,Enter,P,1"],
  ]

  /// Some thousand records, with some that no book of ours has.
  private static let content = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO facts(id, body, createdAt) SELECT i, printf('Fact a%d %0*d', i, i % 90, i),
      strftime('%Y-%m-%d %H:%M:%f', i * 86400, 'unixepoch') FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
    INSERT INTO users(id, name, email, active, createdAt) SELECT i, printf('User b%d', i * 7919 % 1500),
      printf('u%d@d%d.example', i, i % 40), i % 2, strftime('%Y-%m-%d %H:%M:%f', i * 86400, 'unixepoch') FROM n;
    INSERT INTO facts(id, body, createdAt) VALUES (-9223372036854775808, x'00ff', 'now'),
      (9223372036854775806, '', '0000-01-01'), (-1, CAST(x'41ff' AS TEXT), x''), (0, char(0, 27), 1e300);
    INSERT INTO users(id, name, email, active, createdAt) VALUES (-9223372036854775808, '', '@', 'yes', 5),
      (9223372036854775806, x'', x'00', x'01', '9999-12-31 23:59:59+00:00'), (0, 'a' || char(10), 'a@', 0.5, '');
    INSERT INTO facts(body) VALUES (replace(hex(zeroblob(20000)), '00', 'xy '));
    """

  /// Exchanges, copies or empties pages, or changes bytes of them.
  private static func damage(_ book: inout [UInt8], _ random: inout SeededGenerator) {
    let pages = book.count / pageSize
    func page() -> Range<Int> {
      let start = Int.random(in: 0..<pages, using: &random) * pageSize
      return start..<start + pageSize
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let (a, b) = (page(), page())
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let kept = Array(book[a])
        book.replaceSubrange(a, with: Array(book[b]))
        book.replaceSubrange(b, with: kept)
      case 2: book.replaceSubrange(a, with: Array(book[b]))
      case 3: book.replaceSubrange(a, with: repeatElement(0, count: pageSize))
      default:
        for _ in 0..<Int.random(in: 1...40, using: &random) {
          book[Int.random(in: a, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
      }
    }
  }

  @Test("Every verb that reads, and tours of the screens, end with what can be read or with one sentence")
  func nothingTraps() async throws {
    let sandbox = try Sandbox()
    let whole = sandbox["whole.db"]
    try await sandbox.almanac("list", "facts", "--file", whole, "--create", "--empty").check()
    try await sandbox.sqlite(whole, "\(Self.content); PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole)))
    for run in Self.runs {
      let ending = try await sandbox.run([Sandbox.binary] + run + ["--file", whole])
      #expect(ending.status == 0 && ending.errors == "", "\(run)")
    }
    for seed in 0..<Self.seeds {
      var random = SeededGenerator(seed: seed)
      var copy = bytes
      Self.damage(&copy, &random)
      let file = sandbox["damaged.db"]
      try Data(copy).write(to: URL(fileURLWithPath: file))
      for run in Self.runs {
        let ending = try await sandbox.run([Sandbox.binary] + run + ["--file", file])
        let what = "seed \(seed): \(run.joined(separator: " ")): \(ending.status) \(ending.errors)"
        #expect(ending.status == 0 || ending.status == 1, "\(what)")
        #expect(ending.errors.filter { $0 == "\n" }.count == Int(ending.status), "\(what)")
        for suffix in ["-journal", "-wal", "-shm"] { unlink(file + suffix) }
      }
    }
  }
}
