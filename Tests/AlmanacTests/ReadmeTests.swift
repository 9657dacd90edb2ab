// What the README shows is what the program does.
import Foundation
import TestSupport
import Testing

@Suite("The README")
struct ReadmeTests {
  /// The lines of the README's examples that call a verb on the sample database.
  private func examples() throws -> [String] {
    let readme = URL(fileURLWithPath: #filePath).appending(path: "../../../README.md").standardizedFileURL
    var isExample = false
    return try String(contentsOf: readme, encoding: .utf8).split(separator: "\n").compactMap { line in
      if line.hasPrefix("```") { isExample = line == "```sh" }
      return isExample && line.hasPrefix("almanac chinook.db ") ? String(line) : nil
    }
  }

  @Test("each example of a verb does what stands beside it")
  func verbs() async throws {
    let sandbox = try Sandbox()
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
    let outputs = [
      "list": "[\n{\"AlbumId\":1,\"Title\":\"For Those About To Rock We Salute You\",\"ArtistId\":1}\n]\n",
      "show": "AlbumId\t2\nTitle\tBalls to the Wall\nArtistId\t2\n",
      "edit": "AlbumId\t2\nTitle\tRestless and Wild\nArtistId\t2\n", "delete": "2239\n2240\n", "export": "",
    ]
    var verbs: [String] = []
    for example in try examples() {
      let verb = String(example.split(separator: " ")[2])
      verbs.append(verb)
      // A watch ends only with its reader.
      let command = verb == "watch" ? "almanac watch --help >/dev/null" : example
      let ending = try await sandbox.shell("cd '\(sandbox.folder)'; \(command)")
      #expect(ending.status == 0 && ending.text == outputs[verb] ?? "", "\(example): \(ending.text)\(ending.errors)")
    }
    #expect(verbs == ["list", "show", "edit", "delete", "export", "watch"])
    let customers = try String(contentsOfFile: sandbox["customers.csv"], encoding: .utf8)
    #expect(customers == "CustomerId,FirstName,LastName\r\n1,Luís,Gonçalves\r\n")
  }
}
