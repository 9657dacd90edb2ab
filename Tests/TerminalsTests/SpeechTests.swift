import TestSupport
import Testing

@testable import Terminals

@Suite("What differs between two frames in words (CIT-29)")
struct SpeechTests {
  /// A list with the cursor on a row.
  private func list(row: Int, of count: Int = 40, value: String = "", facts: [String] = []) -> SpokenPart {
    var part = SpokenPart(id: "list", title: "Track")
    (part.remark, part.facts) = ("\(count) records", facts)
    part.focus = SpokenFocus(
      id: "\(row)", value: value, words: "Row \(row) of \(count)\(value)", detail: "Title: \(row)")
    return part
  }

  private func say(_ frames: [Spoken], in speech: inout Speech) -> [String] {
    for frame in frames { speech.take(frame) }
    return speech.speak().map(\.words)
  }

  @Test("of many frames only the last is said, and nothing twice")
  func coalescing() {
    var speech = Speech()
    #expect(say([Spoken(parts: [list(row: 1)])], in: &speech) == ["Track: 40 records", "Row 1 of 40"])
    #expect(say((2...500).map { Spoken(parts: [list(row: $0)]) }, in: &speech) == ["Row 500 of 40"])
    #expect(!speech.isPending && say([Spoken(parts: [list(row: 500)])], in: &speech) == [])
    // A row that only has another place is the same one.
    #expect(say([Spoken(parts: [list(row: 500, of: 41)])], in: &speech) == [])
    #expect(say([Spoken(parts: [list(row: 500, of: 41, value: "!")])], in: &speech) == ["Row 500 of 41!"])
    speech.forget()
    #expect(speech.speak().map(\.words) == ["Track: 41 records", "Row 500 of 41!"])
  }

  @Test("a new fact is said alone; when one is gone, the number")
  func facts() {
    var speech = Speech()
    _ = say([Spoken(parts: [list(row: 1)])], in: &speech)
    #expect(say([Spoken(parts: [list(row: 1, facts: ["2 marked"])])], in: &speech) == ["2 marked"])
    #expect(say([Spoken(parts: [list(row: 1)])], in: &speech) == ["40 records"])
  }

  @Test("what other programs do is summed up in one line, also when it is not said at once")
  func news() {
    var speech = Speech()
    func frame(_ counts: Int...) -> Spoken {
      Spoken(news: zip(["updated in Track", "added in Album"], counts).map { SpokenNews($0, count: $1) })
    }
    #expect(
      say([frame(1), frame(2, 0), frame(3, 1)], in: &speech) == [
        "another program: 3 updated in Track, 1 added in Album"
      ])
    #expect(say([frame(3, 2)], in: &speech) == ["another program: 1 added in Album"])
    speech.forget()
    #expect(speech.speak() == [])
  }

  @Test("the news of each file are said once, whatever was shown meanwhile")
  func newsOfFiles() {
    var speech = Speech()
    func frame(_ file: String, _ count: Int) -> Spoken {
      Spoken(news: [SpokenNews("updated in Track", count: count)], of: file)
    }
    #expect(say([frame("/a.db", 10)], in: &speech) == ["another program: 10 updated in Track"])
    #expect(say([frame("/b.db", 3)], in: &speech) == ["another program: 3 updated in Track"])
    #expect(say([Spoken()], in: &speech) == [])
    #expect(say([frame("/a.db", 11)], in: &speech) == ["another program: 1 updated in Track"])
    #expect(!speech.hasNews)
  }

  @Test("a line that two parts have is said once")
  func sameLine() {
    var (form, message) = (SpokenPart(id: "form"), SpokenPart(id: "message"))
    (form.lines, message.lines) = (["Not saved."], ["Not saved."])
    var speech = Speech()
    #expect(say([Spoken(parts: [message, form])], in: &speech) == ["Not saved."])
  }
}
