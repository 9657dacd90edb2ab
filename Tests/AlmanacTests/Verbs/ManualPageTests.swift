// The manual page: it says what --help says, and `man` takes it without a warning.
import TestSupport
import Testing

@Suite("the manual page")
struct ManualPageTests {
  @Test("CIT-31: it has each verb, each option and each key; man has nothing to say against it")
  func page() async throws {
    let sandbox = try Sandbox()
    let page = try await sandbox.almanac("help", "--man").text
    let help = try await sandbox.almanac("--help").text
    let verbs = help.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "almanac"), place + 1 < words.count else { return nil }
      return words[place + 1].allSatisfy(\.isLowercase) ? String(words[place + 1]) : nil
    }
    #expect(Set(verbs).count > 15)
    for verb in Set(verbs).subtracting(["shows"]) {
      #expect(page.contains("\n.SS \(verb)\n"), "\(verb)")
      let text = try await sandbox.almanac("help", verb).text
      for option in text.matches(of: /^ +(--[a-z-]+)/.anchorsMatchLineEndings()) {
        let section = page.split(separator: "\n.SS \(verb)\n", maxSplits: 1)[1]
        #expect(section.contains(option.1.replacing("-", with: "\\-")), "\(verb) \(option.1)")
      }
    }
    #expect(page.contains("\n.TP\n\\fBu\\fR\nundo\n"))
    // One space is between a long option and its text.
    #expect(page.contains("\n.TP\n\\fB\\-\\-encoding NAME\\fR\nutf8 (the usual one), "))
    #expect(page.contains("\n.TP\n\\fBCtrl\\-S\\fR\nsave\n"))
    #expect(!page.split(separator: "\n").contains { $0.hasPrefix("'") })
    let shown = try await sandbox.shell("almanac help --man | groff -K utf8 -man -T utf8 -ww 2>&1 >/dev/null")
    #expect(shown.text == "", "\(shown.text)")
  }
}
