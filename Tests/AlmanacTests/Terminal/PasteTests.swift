// Pasting a megabyte, on a real terminal.
import Foundation
import Testing

@Suite("A long paste", .serialized)
struct PasteTests {
  /// A megabyte of words and of letters of one to four bytes.
  private static let text = {
    var text = ""
    var number = 0
    while text.utf8.count < 999_950 {
      text += "Nº \(number) naïve 日本 🐈 clowder; "
      number += 1
    }
    return text + String(repeating: "x", count: 1_000_000 - text.utf8.count)
  }()

  @Test("into a field: it arrives whole, is saved whole, and found by its last word")
  func field() async throws {
    let book = try await OpenBook.start()
    let (pane, file) = (book.pane, book.sandbox["text"])
    try Self.text.write(toFile: file, atomically: true, encoding: .utf8)
    try await pane.type("a")
    try await pane.wait(for: "New fact")
    try await pane.paste(file: file)
    // The end of the text is before the cursor.
    try await pane.wait("its end") { $0.contains("xxxxx ") }
    try await pane.type("C-s")
    try await pane.wait("the new fact") { $0.contains("Added fact 495") }
    #expect(
      try await book.sql(
        "SELECT length(CAST(body AS BLOB)), body = CAST(readfile('\(file)') AS TEXT) FROM facts WHERE id = 495")
        == "1000000|1")
    try await pane.type("/")
    try await pane.type(text: "xxxxx")
    try await pane.wait("the hit") { $0.contains("1 of 495") && $0.selected?.text.contains(" Nº 0 naïve") == true }
    try await pane.type("Escape")
    try await pane.wait("all") { !$0.contains("of 495") }
    try await book.quit()
  }

  @Test("into the search, behind a quote: it is one term, and all of it is searched for")
  func search() async throws {
    let book = try await OpenBook.start()
    let (pane, file) = (book.pane, book.sandbox["text"])
    try Self.text.write(toFile: file, atomically: true, encoding: .utf8)
    try await book.sql("INSERT INTO facts(id, body) VALUES (1000, CAST(readfile('\(file)') AS TEXT))")
    try await pane.wait("the fact") { $0.contains("1 Facts 495") }
    try await pane.type("/", "\"")
    try await pane.paste(file: file)
    try await pane.wait("the hit") { $0.contains("xxxxx ") && $0.contains("1 of 495") }
    try await pane.type("y")
    try await pane.wait("no hit") { $0.contains("xxxxxy ") && $0.contains("0 of 495") }
    try await pane.type("Escape")
    try await pane.wait("all") { !$0.contains("of 495") }
    try await book.quit()
  }

  @Test("the keys of signals in it are no keys: nothing ends, nothing stops")
  func signalKeys() async throws {
    let book = try await OpenBook.start()
    let (pane, file) = (book.pane, book.sandbox["text"])
    try "q\u{3}one\u{1A} \u{1C}two\u{13}".write(toFile: file, atomically: true, encoding: .utf8)
    try await pane.paste(file: file)
    // A key that is read together with the end is text.
    try await pane.wait(for: "Paste text into a search or a form, not here.")
    try await pane.type("a")
    try await pane.wait(for: "New fact")
    try await pane.paste(file: file)
    try await pane.wait("what is text of it") { $0.contains("qone two") }
    try await pane.type("C-s")
    try await pane.wait("the new fact") { $0.contains("Added fact 495") }
    #expect(try await book.sql("SELECT body FROM facts WHERE id = 495") == "qone two")
    try await book.quit()
  }
}
