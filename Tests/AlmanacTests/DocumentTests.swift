// The README, the manual and the page of the command line are right about the program.
import Foundation
import Harnesses
import TestSupport
import Testing

/// A block of a document: the text after its backquotes, and its lines.
private struct Block {
  let kind: String
  let lines: [String]
}

/// A file of the repository, as text.
private func document(_ path: String) throws -> String {
  let url = URL(filePath: #filePath).appending(path: "../../../" + path).standardizedFileURL
  return try String(contentsOf: url, encoding: .utf8)
}

/// The blocks of a document in their order.
private func blocks(_ path: String) throws -> [Block] {
  let parts = try document(path).components(separatedBy: "\n```")
  // Every second part is a block.
  return stride(from: 1, to: parts.count, by: 2).map { index in
    let lines = parts[index].components(separatedBy: "\n")
    return Block(kind: lines[0], lines: Array(lines.dropFirst()))
  }
}

@Suite("The documents")
struct DocumentTests {
  private static let manual = "Sources/AlmanacFeatures/Documentation.docc/Manual.md"
  private static let machines = "Sources/AlmanacFeatures/Documentation.docc/MoreThanOneMachine.md"
  private static let commandLine = "Sources/AlmanacFeatures/Documentation.docc/CommandLine.md"

  @Test("every block is run, compared, or marked as one for a person")
  func kinds() throws {
    #expect(try blocks("README.md").map(\.kind) == ["sh by-hand", "sh by-hand", "sh by-hand", "sh"])
    #expect(try blocks(Self.manual).map(\.kind) == ["text", "text", "text"])
    #expect(try blocks(Self.commandLine).map(\.kind) == ["text", "text", "sh"])
    #expect(try blocks(Self.machines).map(\.kind) == ["sh", "sh", "sh", "sh", "sh", "text"])
    #expect(try blocks("CONTRIBUTING.md").map(\.kind) == ["sh by-hand"])
  }

  /// A small version of the sample database in the README.
  private func chinook(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["chinook.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name NVARCHAR(120));
      INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
      CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title NVARCHAR(160) NOT NULL,
        ArtistId INTEGER NOT NULL REFERENCES Artist);
      INSERT INTO Album VALUES (1, 'For Those About To Rock We Salute You', 1), (2, 'Balls to the Wall', 2);
      CREATE TABLE Customer(CustomerId INTEGER PRIMARY KEY, FirstName NVARCHAR(40), LastName NVARCHAR(20));
      INSERT INTO Customer VALUES (1, 'Luís', 'Gonçalves');
      CREATE TABLE InvoiceLine(InvoiceLineId INTEGER PRIMARY KEY, UnitPrice NUMERIC(10, 2));
      INSERT INTO InvoiceLine VALUES (2238, 0.99), (2239, 0.99), (2240, 0.99);
      """)
    return file
  }

  /// Runs a watch from a document while another program writes, and returns the first printed line.
  private func firstLine(_ command: String, _ sandbox: Sandbox, _ file: String) async throws -> String {
    let watch = try ChildProcess(
      ["sh", "-c", "cd '\(sandbox.folder)'; \(command)"], environment: sandbox.environment)
    let stop = file + ".stop"
    let script =
      "until [ -e \"$0.stop\" ]; do sqlite3 -cmd '.timeout 30000' \"$0\" \"$1\" || exit; sqlite3 :memory: ''; done"
    let writer = try ChildProcess(
      ["sh", "-c", script, file, "INSERT INTO Artist(Name) VALUES ('Aerosmith')"], environment: sandbox.environment)
    let line = try await offPool {
      defer { try? Data().write(to: URL(filePath: stop)) }
      return try watch.lines(1)[0]
    }
    _ = try await offPool { try writer.end() }
    watch.signalGroup(SIGINT)
    _ = try await offPool { try watch.end() }
    return line
  }

  @Test("a linear terminal says what the manual shows (CIT-29)")
  func spoken() async throws {
    let sandbox = try Sandbox()
    let file = try await chinook(sandbox)
    let program = try ChildProcess(
      [Sandbox.binary, "--linear", file, "--table", "Artist"], environment: sandbox.environment)
    var lines = try await offPool { try program.lines(3) }
    for keys in ["j", "", "/", "ac/dc"] {
      if keys.isEmpty { try await sandbox.sqlite(file, "UPDATE Album SET Title = Title || '!'") }
      lines += try await offPool {
        try program.type(keys)
        return try program.lines(keys.count > 1 ? 2 : 1)
      }
    }
    _ = try await offPool { try program.end() }
    #expect(try blocks(Self.manual)[2].lines == lines.map { $0.trimmingCharacters(in: .whitespaces) })
  }

  @Test("each verb of the README does what its line says")
  func readme() async throws {
    let sandbox = try Sandbox()
    let file = try await chinook(sandbox)
    let outputs = [
      "list": "[\n{\"AlbumId\":1,\"Title\":\"For Those About To Rock We Salute You\",\"ArtistId\":1}\n]\n",
      "show": "AlbumId\t2\nTitle\tBalls to the Wall\nArtistId\t2\n",
      "edit": "AlbumId\t2\nTitle\tRestless and Wild\nArtistId\t2\n", "delete": "2239\n2240\n", "export": "",
      "query": "AC/DC\t1\nAccept\t1\n",
    ]
    var verbs: [String] = []
    for example in try blocks("README.md").filter({ $0.kind == "sh" }).flatMap(\.lines) {
      let verb = String(example.split(separator: " ")[2])
      verbs.append(verb)
      if verb == "watch" {
        let line = try await firstLine(example, sandbox, file)
        #expect(line.hasPrefix(#"{"change":"insert","table":"Artist","key":{"ArtistId":"#), "\(line)")
        #expect(line.contains(#""Name":"Aerosmith"}"#), "\(line)")
        continue
      }
      let ending = try await sandbox.shell("cd '\(sandbox.folder)'; \(example)")
      #expect(ending.status == 0 && ending.text == outputs[verb], "\(example): \(ending.text)\(ending.errors)")
    }
    #expect(verbs == ["list", "show", "edit", "delete", "export", "query", "watch"])
    let customers = try String(contentsOfFile: sandbox["customers.csv"], encoding: .utf8)
    #expect(customers == "CustomerId,FirstName,LastName\r\n1,Luís,Gonçalves\r\n")
  }

  @Test("the page of the command line shows a watch's line as its help does, and statements that take a change back")
  func commandLine() async throws {
    let sandbox = try Sandbox()
    let file = try await chinook(sandbox)
    let shown = try blocks(Self.commandLine)
    // The same line as in the help, which has three dots in place of the omitted text.
    let line = shown[1].lines[0].replacingOccurrences(of: "…", with: "...")
    #expect(try await sandbox.almanac("watch", "--help").text.contains(line + "\n"))
    let commands = shown[2].lines.map { $0.replacingOccurrences(of: "app.db", with: "chinook.db") }
    let watch = commands[0].components(separatedBy: " > ")[0]
    let statement = try await firstLine(watch, sandbox, file)
    #expect(statement.hasPrefix(#"DELETE FROM "Artist" WHERE "#), "\(statement)")
    try Data((statement + "\n").utf8).write(to: URL(filePath: sandbox["undo.sql"]))
    let before = try await sandbox.sqlite(file, "SELECT count(*) FROM Artist")
    let ending = try await sandbox.shell("cd '\(sandbox.folder)'; \(commands[1])")
    #expect(ending.status == 0 && ending.errors == "", "\(ending.errors)")
    let after = try await sandbox.sqlite(file, "SELECT count(*) FROM Artist")
    #expect(Int(after) == Int(before).map { $0 - 1 })
  }

  @Test("the newest version in the list of changes is the program's")
  func version() async throws {
    let newest = try #require(try document("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") })
    let sandbox = try Sandbox()
    #expect(try await sandbox.almanac("--version").text == "almanac \(newest.dropFirst(3))\n")
  }

  @Test("every verb is in the page's table and in the README's number")
  func verbs() async throws {
    let sandbox = try Sandbox()
    let rows = try document(Self.commandLine).split(separator: "\n").filter { $0.hasPrefix("| `") }
    for row in rows {
      let verb = String(row.dropFirst(3).prefix { $0 != " " && $0 != "`" })
      let help = try await sandbox.almanac(verb, "--help")
      #expect(help.status == 0, "\(verb): \(help.errors)")
    }
    #expect(rows.count == 22)
    #expect(try document("README.md").contains("Twenty verbs do the same without the screen"))
  }
}
