// Which key may answer a question: none that was pressed before the question could be read.
//
//   asked at once by the key just pressed ──> answered from the first frame that shows it
//   asked by work that has ended, or by a key that waited ──> answered after 400 ms on the screen without a key; after
//                         answers that came too early, as soon as these pause longer than a held key before it repeats

/// Follows the questions on the screen, and the keys.
@MainActor
struct QuestionReading {
  /// The questions at the last look.
  private var known: Set<Notice> = []
  /// The ones that the key just pressed has asked.
  private var asked: Set<Notice> = []
  /// When the last key that did not ask a question was long enough ago.
  private var quiet = -Double.infinity
  /// Whether the key that is being handled was an answer, and too early.
  private var isEarly = false

  /// A held key comes again sooner: keyboards wait at most 660 ms before they repeat it.
  private static let pauseOfHeldKey = 0.7

  /// Notes a key, after it was handled.
  mutating func keyCame(at time: Double) {
    quiet = max(isEarly ? quiet : -.infinity, time + (isEarly ? Self.pauseOfHeldKey : Notice.readingTime))
    isEarly = false
  }

  /// A key that was pressed before a question was dropped. It may be held.
  mutating func dropped(at time: Double) { quiet = max(quiet, time + Self.pauseOfHeldKey) }

  /// The key that is being handled would answer a question that could not be read yet.
  mutating func answerCameEarly() { isEarly = true }

  /// Takes over the present questions. `byKey`: a key has asked them at once. Returns whether one is new.
  mutating func look(at questions: [Question], byKey: Bool = false) -> Bool {
    if questions.isEmpty, known.isEmpty { return false }
    let present = Set(questions.map(\.notice))
    let new = present.subtracting(known)
    (known, asked) = (present, asked.intersection(present))
    guard byKey, !new.isEmpty else { return !new.isEmpty }
    asked.formUnion(new)
    quiet = -.infinity
    return true
  }

  /// Whether a key that comes now may answer a question.
  func isRead(_ question: Question, at time: Double) -> Bool { readableAt(question).map { $0 <= time } ?? false }

  /// Whether the key just pressed has asked it, and no frame shows it yet.
  func isUndrawn(_ question: Question) -> Bool {
    asked.contains(question.notice) && question.pane.notices[question.notice]?.isSeen != true
  }

  /// When a key may answer a question, if none comes before; `nil` if that is not known yet.
  func readableAt(_ question: Question) -> Double? {
    guard let showing = question.pane.notices[question.notice] else { return nil }
    if asked.contains(question.notice) { return showing.isSeen ? quiet : nil }
    return showing.readableAt.map { max($0, quiet) }
  }
}
