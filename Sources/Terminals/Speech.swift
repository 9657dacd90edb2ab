// What to say when a screen in words has changed: each thing once, however many frames were between.
//
//   frame ──take──> the latest words ──speak, at the pace of reading──> what differs from the words said last

/// Compares the words of a screen with those that were said last.
struct Speech {
  /// Something to say.
  enum Utterance: Equatable {
    /// A line.
    case line(String)
    /// A text that the person begins to type.
    case field(SpokenField)
    /// A changed text that the person has left.
    case left(SpokenField)

    /// Its words.
    var words: String {
      switch self {
      case .line(let text): text
      case .field(let field), .left(let field): field.words
      }
    }
  }

  /// The present words.
  private(set) var latest = Spoken()
  private var said = Spoken()
  /// What was said last of the news of each file.
  private var saidNews: [String: [SpokenNews]] = [:]
  /// The typed text as it was when the person came to it.
  private var entered: SpokenField?
  private var left: [SpokenField] = []

  /// Whether there is something to say.
  var isPending: Bool { said != latest || !left.isEmpty }

  /// Whether something has happened that was not said.
  var hasNews: Bool { saidNews[latest.file, default: []] != latest.news }

  /// Whether more is on its way.
  var isPartial: Bool { latest.isPartial }

  /// Whether the person types a text that has been said.
  var isTyping: Bool { latest.field != nil && latest.field?.id == said.field?.id }

  /// Takes over the words of a frame.
  mutating func take(_ spoken: Spoken) {
    let (former, formerHolder) = (latest.field, latest.holder)
    latest = spoken
    if let former, former.id == spoken.field?.id {
      // A remark in the label may change with each letter.
      for index in latest.parts.indices { latest.parts[index].field?.label = former.label }
      return
    }
    // With its part it was saved or discarded, which is said otherwise; without another one, the focus is said.
    if let former, former.text != entered?.text, spoken.holder == formerHolder { left.append(former) }
    entered = spoken.field
  }

  /// What is new since the last call.
  mutating func speak() -> [Utterance] {
    defer { (said, left, saidNews[latest.file]) = (latest, [], latest.news) }
    var utterances = left.map(Utterance.left)
    if let news { utterances.append(.line(news)) }
    for part in latest.parts {
      // Two parts may say the same: a form, and the message below it.
      for line in said.part(part.id).map(part.news) ?? part.all where !utterances.contains(.line(line)) {
        utterances.append(.line(line))
      }
    }
    if let field = latest.field, field.id != said.field?.id { utterances.append(.field(field)) }
    return utterances
  }

  /// Forgets what was said, except what has happened: then all is said again.
  mutating func forget() { said = Spoken() }

  private var news: String? {
    let told = saidNews[latest.file, default: []]
    let new = latest.news.compactMap { news in
      let count = news.count - (told.first { $0.deed == news.deed }?.count ?? 0)
      return count > 0 ? "\(count) \(news.deed)" : nil
    }
    return new.isEmpty ? nil : "another program: " + new.joined(separator: ", ")
  }
}

extension SpokenPart {
  /// All that it says.
  fileprivate var all: [String] {
    let about = ([remark] + facts).filter { !$0.isEmpty }.joined(separator: ", ")
    let heading = [title, about].filter { !$0.isEmpty }.joined(separator: ": ")
    let focus = focus.map(\.words).flatMap { lines.contains($0) ? nil : $0 }
    return ([heading] + lines + [focus ?? "", isDialog ? keys : ""]).filter { !$0.isEmpty }
  }

  /// What it says that it did not say before.
  fileprivate func news(since former: SpokenPart) -> [String] {
    let about = facts.filter { !former.facts.contains($0) }
    var news = [about.joined(separator: ", ")]
    // A number that comes late, or that a search no longer narrows.
    if former.remark.isEmpty || about.isEmpty && facts.count < former.facts.count { news.append(remark) }
    for case .insert(_, let line, _) in lines.difference(from: former.lines) { news.append(line) }
    if let focus {
      if focus.id != former.focus?.id || field == nil && former.field != nil || focus.value != former.focus?.value {
        news.append(focus.words)
      } else if focus.detail != former.focus?.detail {
        news.append(focus.detail)
      }
    }
    return news.filter { !$0.isEmpty }
  }
}
