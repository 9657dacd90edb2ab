// A person's deeds, during which a call fails.

/// Something that a person does: a verb, or some keys on the screen.
struct Deed: Sendable {
  let name: String
  /// Whether there is no file before it.
  var isNew = false
  /// The allowed content of the book after a clean error.
  var errorLeaves = ErrorLeaves.asBefore
  /// Whether every run of the tests includes it.
  var isSampled = true
  let run: @Sendable (_ path: String) async throws -> Outcome
}

/// The allowed content of a book after a clean error.
enum ErrorLeaves: Sendable {
  case asBefore
  /// As before, or the book without records that the deed makes first.
  case emptyBook
  /// As before, or as without the error: the failed part is another one.
  case anything
}

/// How a deed ended.
struct Outcome: Sendable {
  var status: Int32
  var output: String
  var errors: String
  /// The possible contents after the changes that the screen reported as done; `nil` without a screen.
  var shown: [BookContent]?
}

/// The verdict on an outcome.
enum Verdict: Equatable {
  case right
  /// It failed, reported the failure, and changed nothing.
  case cleanError
  case failure(String)

  /// - Parameters:
  ///   - wanted: the outcome without a fault.
  ///   - before, wantedAfter, after: the book's content before the deed, after one without a fault, and now.
  init(
    _ outcome: Outcome, wanted: Outcome, errorLeaves: ErrorLeaves, before: BookContent, wantedAfter: BookContent,
    after: BookContent
  ) {
    let unchanged =
      switch errorLeaves {
      case .asBefore: [before]
      case .emptyBook: [before, .empty]
      case .anything: [before, wantedAfter]
      }
    if let shown = outcome.shown {
      guard shown.contains(after) else {
        self = .failure("the screen showed \(shown.map(\.lines)), the file holds \(after.lines); \(outcome.output)")
        return
      }
      guard outcome.errors.isEmpty else {
        self = .failure(outcome.errors)
        return
      }
      if outcome.output == wanted.output, after == wantedAfter {
        self = .right
      } else if outcome.output.contains(/can't|could not|[Nn]ot |frozen/) {
        self = .cleanError
      } else {
        self = .failure("the screen does not say what failed: \(outcome.output)")
      }
      return
    }
    switch outcome.status {
    case wanted.status where outcome.output == wanted.output && outcome.errors == wanted.errors && after == wantedAfter:
      self = .right
    // A watch continues after a commit whose rows it could not read, until the file can't be read at all.
    case wanted.status
    where Self.saysUnknown(outcome, wanted) && outcome.errors == wanted.errors && after == wantedAfter:
      self = .cleanError
    case 1 where Self.saysUnknown(outcome, wanted) && Self.isOneSentence(outcome.errors) && unchanged.contains(after):
      self = .cleanError
    case 1 where Self.isClean(outcome, wanted) && unchanged.contains(after): self = .cleanError
    default:
      self = .failure(
        "status \(outcome.status), output \(outcome.output.debugDescription), errors \(outcome.errors.debugDescription)"
          + (after == before ? ", nothing changed" : after == wantedAfter ? ", all is done" : ", holds \(after.lines)"))
    }
  }

  /// Whether it is a watch that reports a commit with unknown rows, and otherwise prints only correct rows.
  private static func saysUnknown(_ outcome: Outcome, _ wanted: Outcome) -> Bool {
    // The unknown commit shifts the numbers, so they are ignored.
    func lines(_ text: String) -> [Substring] {
      text.replacing(/,"commit":\d+}/, with: "}").split(whereSeparator: \.isNewline)
    }
    let others = lines(outcome.output).drop { $0.hasPrefix(#"{"change":"unknown","#) && $0.hasSuffix("}") }
    return outcome.output.last?.isNewline == true && others.startIndex > 0
      && others.allSatisfy(lines(wanted.output).contains)
  }

  /// Whether there is one sentence, after the sentence about a new book, and no output but the beginning of the right
  /// one.
  private static func isClean(_ outcome: Outcome, _ wanted: Outcome) -> Bool {
    wanted.output.hasPrefix(outcome.output) && isOneSentence(outcome.errors.trimmingPrefix("Made FILE, a new book.\n"))
  }

  private static func isOneSentence(_ errors: some StringProtocol) -> Bool {
    errors.hasSuffix(".\n") && errors.split(separator: "\n").count == 1
  }
}
