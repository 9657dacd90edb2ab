// Which key may answer a question: none that was pressed before the question could be read, and no repeat of a held key.
//
//   asked at once by the key just pressed ──> answered from the first frame that shows it
//   asked by work that has ended, or by a key that waited ──> answered after 400 ms on the screen without a key
//   the key may be the last one, still held ──> an answer only after a longer pause than a held key makes
import Terminals

/// Follows the questions on the screen, and the keys.
@MainActor
struct QuestionReading {
  /// The questions at the last look.
  private var known: Set<Notice> = []
  /// The ones that the key just pressed has asked.
  private var asked: Set<Notice> = []
  /// When the last key that did not ask a question was long enough ago.
  private var quiet = -Double.infinity
  /// The last key, which may be held.
  private var last: HeldKey?

  /// Notes a key, after it was handled. `asks`: whether it has asked a question.
  mutating func keyCame(_ key: InputEvent, at time: Double, asks: Bool) {
    let isRepeat = !asks && isHeld(key, at: time)
    let key = HeldKey(key, at: time, repeating: isRepeat ? last : nil)
    if !asks { quiet = max(quiet, time + (isRepeat ? 0.3 : Notice.readingTime)) }
    last = key
  }

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

  /// Whether a key that comes now may be the last one, still held.
  func isHeld(_ key: InputEvent, at time: Double) -> Bool {
    last?.isRepeated(by: key, at: time) ?? false
  }

  /// Whether a key that comes now may answer a question.
  func isRead(_ question: Question, by key: InputEvent, at time: Double) -> Bool {
    !isHeld(key, at: time) && firstAnswer(to: question).map { $0 <= time } ?? false
  }

  /// Whether the key just pressed has asked it, and no frame shows it yet.
  func isUndrawn(_ question: Question) -> Bool {
    asked.contains(question.notice) && question.pane.notices[question.notice]?.isSeen != true
  }

  /// When any key may answer a question, if none comes before; `nil` if that is not known yet.
  func readableAt(_ question: Question) -> Double? {
    firstAnswer(to: question).map { max($0, last?.end ?? $0) }
  }

  /// When another key than the last one may answer a question.
  private func firstAnswer(to question: Question) -> Double? {
    guard let showing = question.pane.notices[question.notice] else { return nil }
    if asked.contains(question.notice) { return showing.isSeen ? quiet : nil }
    return showing.readableAt.map { max($0, quiet) }
  }
}
