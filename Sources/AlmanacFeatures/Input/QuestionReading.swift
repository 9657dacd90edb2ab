// Which key may answer a question: a question owns no key that was pressed before it could be read.
//
//   asked at once by the key just pressed ──> answered from the frame on that shows it
//   asked by work that has ended, or by a key that waited ──> answered after 400 ms on the screen without a key

/// Follows the questions on the screen, and the keys that come.
@MainActor
struct QuestionReading {
  /// The questions that were there at the last look, by what they ask.
  private var known: Set<Notice> = []
  /// Those of them that the key just pressed has asked.
  private var asked: Set<Notice> = []
  /// When the last key came that did not ask.
  private var lastKey = -Double.infinity

  /// Notes that a key has come.
  mutating func keyCame(at time: Double) { lastKey = time }

  /// Looks which questions there are now. `byKey`: a key has asked them at once, when it came. Returns whether one is new.
  mutating func look(at questions: [Question], byKey: Bool = false) -> Bool {
    if questions.isEmpty, known.isEmpty { return false }
    let present = Set(questions.map(\.notice))
    let new = present.subtracting(known)
    (known, asked) = (present, asked.intersection(present))
    guard byKey, !new.isEmpty else { return !new.isEmpty }
    asked.formUnion(new)
    lastKey = -.infinity
    return true
  }

  /// Whether a key that comes now may answer a question. `lastKey`: when the key before it came.
  func isRead(_ question: Question, at time: Double) -> Bool { readableAt(question).map { $0 <= time } ?? false }

  /// Whether the key that was just pressed has asked it, and no frame shows it yet.
  func isUndrawn(_ question: Question) -> Bool {
    asked.contains(question.notice) && question.pane.notices[question.notice]?.isSeen != true
  }

  /// When a key may answer a question if none comes before; `nil` where that is not known yet.
  func readableAt(_ question: Question) -> Double? {
    guard let showing = question.pane.notices[question.notice] else { return nil }
    let quiet = lastKey + Notice.readingTime
    if asked.contains(question.notice) { return showing.isSeen ? quiet : nil }
    return showing.readableAt.map { max($0, quiet) }
  }
}
