// The manual page, from the help texts of the verbs and the key tables of the screens.
import AlmanacFeatures

/// The page almanac(1) in the language of `man`.
@MainActor
struct ManualPage {
  /// The page.
  var text: String {
    var page = Roff()
    page.request(".TH ALMANAC 1 \"\(Almanac.versionDay)\" \"almanac \(Almanac.version)\" \"User Commands\"")
    // Left-adjusted and without hyphens, so that no option is broken.
    page.request(".ad l\n.nh")
    page.section("NAME")
    page.paragraph("almanac - shows an SQLite database live")
    page.section("SYNOPSIS")
    page.usage(ScreenCommand.usage)
    page.usage(["[FILE] VERB ..."])
    page.section("DESCRIPTION")
    page.paragraph(
      "A list of the records of any SQLite database, on the terminal. When any program changes the file, the list "
        + "follows. One searches as one types, adds, edits, toggles, deletes and undoes by keystroke. Without FILE it "
        + "shows a book of facts and users of one's own.")
    page.help(ScreenCommand.help)
    page.section("VERBS")
    for verb in Almanac.verbs {
      page.heading(verb.name)
      page.usage(verb.usage)
      page.help(verb.help)
    }
    page.section("KEYS")
    for section in KeyReference.sections {
      page.heading(section.title)
      for key in section.keys { page.item(key.captions.joined(separator: " "), key.effect) }
    }
    page.section("FILES")
    page.item("$XDG_CONFIG_HOME/almanac/config", "the settings, otherwise in ~/.config; almanac config prints it")
    page.section("SETTINGS")
    for setting in Setting.all { page.item(setting.line(Settings()), setting.effect) }
    page.item("key X = ACTION", String(KeyMap.effect.trimmingPrefix("key X = ACTION ")))
    page.item(
      "command \"NAME\" = PROGRAM WORDS", String(UserCommand.effect.trimmingPrefix("command \"NAME\" = PROGRAM WORDS "))
    )
    page.section("ENVIRONMENT")
    page.item("ALMANAC_FILE", "the file, if the command line names none")
    page.item("COLORFGBG", "the background of the terminal, if that does not tell it in time")
    page.item("COLORTERM", "truecolor: colours of 24 bits, if terminfo has an entry -direct for the terminal")
    page.item("EDITOR, VISUAL", "the program for a long text, if the settings name none")
    page.item("NO_COLOR", "no colours, unless the settings say otherwise")
    page.item("TZ", "the time zone of the screen")
    page.item("XDG_DATA_HOME", "the folder of your own book: almanac/book.db, otherwise below ~/.local/share")
    page.item(
      "XDG_STATE_HOME",
      "the folder of the steps of undo, the queries and the screens as they were left, otherwise ~/.local/state")
    page.section("EXIT STATUS")
    page.item("0", "success")
    page.item("1", "a failure, with one sentence on standard error that says what was not done")
    page.item("2", "wrong usage")
    page.section("SEE ALSO")
    page.request(".BR sqlite3 (1)")
    return page.text
  }
}

/// A text in the language of `man`.
struct Roff {
  private(set) var text = ""
  private var isAtHeading = false

  /// A text whose signs have no meaning for `man`.
  static func escaped(_ text: String) -> String {
    let signs = text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "`": result += "\\(ga"
      default: result.unicodeScalars.append(scalar)
      }
    }
    // A long example may be broken after each comma.
    let broken = signs.count > 60 ? signs.replacing(",", with: ",\\:") : signs
    return broken.hasPrefix(".") ? "\\&" + broken : broken
  }

  /// A line that is already in the language.
  mutating func request(_ line: String) { text += line + "\n" }

  /// The heading of a section.
  mutating func section(_ title: String) {
    request(".SH " + title)
    isAtHeading = true
  }

  /// A heading within a section.
  mutating func heading(_ title: String) {
    request(".SS " + Self.escaped(title))
    isAtHeading = true
  }

  mutating func paragraph(_ text: String) {
    beginParagraph()
    fill(text)
  }

  /// An entry with its explanation.
  mutating func item(_ tag: String, _ explanation: String) {
    request(".TP\n\\fB\(Self.escaped(tag))\\fR")
    isAtHeading = false
    if !explanation.isEmpty { fill(explanation) }
  }

  /// The forms of a command, one below the other.
  mutating func usage(_ forms: [String]) {
    for form in forms {
      beginParagraph()
      request("\\fBalmanac\\fR")
      fill(form)
    }
  }

  /// A help text: paragraphs, and entries that begin with two spaces.
  mutating func help(_ help: String) {
    var paragraph = ""
    var tag: String?
    func end(_ page: inout Roff) {
      if let tag { page.item(tag, paragraph) } else if !paragraph.isEmpty { page.paragraph(paragraph) }
      (tag, paragraph) = (nil, "")
    }
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      let content = line.drop { $0 == " " }
      let indent = line.count - content.count
      if content.isEmpty || indent == 2 { end(&self) }
      if content.isEmpty { continue }
      guard indent == 2 else {
        paragraph += " " + content
        continue
      }
      let gap = content.firstRange(of: "  ") ?? Self.gapBeforeTexts(in: content)
      tag = String(content[..<(gap?.lowerBound ?? content.endIndex)])
      paragraph = gap.map { String(content[$0.upperBound...]) } ?? ""
    }
    end(&self)
  }

  /// The one space that a long tag leaves before the column of the texts; nil if the tag is longer.
  private static func gapBeforeTexts(in line: Substring) -> Range<Substring.Index>? {
    guard let space = line.index(line.startIndex, offsetBy: 15, limitedBy: line.endIndex), space < line.endIndex,
      line[space] == " "
    else { return nil }
    return space..<line.index(after: space)
  }

  /// A paragraph begins by itself below a heading.
  private mutating func beginParagraph() {
    if !isAtHeading { request(".PP") }
    isAtHeading = false
  }

  /// Adds words in lines of at most 78 columns.
  private mutating func fill(_ words: String) {
    var line = ""
    for word in words.split(whereSeparator: \.isWhitespace) {
      let word = Self.escaped(String(word))
      if !line.isEmpty, line.count + 1 + word.count > 78 {
        request(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    request(line)
  }
}
