// Takes back the latest change that Almanac has made to a file, or makes it again.
import AlmanacFeatures
import AlmanacRecords
import Databases

enum UndoCommand: Verb {
  static let name = "undo"
  static let options = StepVerb.options
  static let usage = ["undo [--partly]"]

  static let help = """
    Takes back the latest change that the screen or a verb has made to the file, as u does on the screen. Each change is
    one step; almanac log lists them. No row is touched that another program has changed since: then nothing is done,
    and the next undo takes the step before. The steps are kept in your state folder, never in the file: 10,000 steps or
    64 MB of each file.

    \(StepVerb.help)

    """

  static func run(_ arguments: Arguments) async throws { try await StepVerb(isUndo: true).run(arguments) }
}

enum RedoCommand: Verb {
  static let name = "redo"
  static let options = StepVerb.options
  static let usage = ["redo [--partly]"]

  static let help = """
    Makes again what undo has taken back last, as Ctrl-R does on the screen. After another change there is nothing to
    make again.

    \(StepVerb.help)

    """

  static func run(_ arguments: Arguments) async throws { try await StepVerb(isUndo: false).run(arguments) }
}

/// Undo or redo from the command line.
struct StepVerb {
  let isUndo: Bool

  static let options = BookFile.changingArguments + [.flag("partly")]
  static let help = """
      --partly        leave the rows as they are that other programs have changed since, and do the rest
      --file FILE     the file; otherwise the one in ALMANAC_FILE, or your own book
      --help, --version
    """

  func run(_ arguments: Arguments) async throws {
    try arguments.refuseWords(from: 0)
    let file = try BookFile(arguments, acceptsAny: true)
    let isPartly = arguments.has("partly")
    let (step, left, isForGood) = try await file.use { connection in
      guard let keeper = StepKeeper.file(of: file.path) else { throw nothing }
      defer { keeper.tellTrouble() }
      do {
        return try await connection.write(keptBy: keeper) { db in
          guard let step = keeper.next(isUndo: isUndo, db) else { throw nothing }
          let (made, left) = try take(step, isPartly: isPartly, keeper, db)
          let table = try ListedTable.named(step.table, db) ?? .changes
          let taken = step.taken(isUndo: isUndo, made, in: table)
          return (
            (step, left, made.change.isForGood),
            .taken(step.change, isUndo: isUndo, now: taken.change == step.change ? nil : taken)
          )
        }
      } catch let refused as Refused {
        if refused.isPassed {
          keeper.place(refused.step.change, isUndo: isUndo, isForgotten: refused.isForgotten)
        }
        throw CommandFailure(refused.sentence)
      }
    }
    let rest =
      left == 0 ? "" : "; \(left.counted("row")) \(left == 1 ? "was" : "were") left as other programs made them"
    StandardStreams.complain("\(isUndo ? "Undone" : "Done again"): \(step.label)\(rest).")
    if isForGood { StandardStreams.complain("\(BookChange.forGood).") }
  }

  private var nothing: CommandFailure { CommandFailure("There is nothing to \(isUndo ? "undo" : "redo").") }

  /// A step that could not be taken.
  private struct Refused: Error {
    let step: KeptStep
    let sentence: String
    /// Whether the next command takes the next step.
    var isPassed = false
    var isForgotten = false
  }

  /// Takes a step inside a write. Returns the change, and the number of rows that stay as they are. Throws `Refused`.
  private func take(
    _ step: KeptStep, isPartly: Bool, _ keeper: StepKeeper, _ db: Database
  ) throws -> (made: MadeChange, left: Int) {
    let change = isUndo ? step.change.inverse : step.change
    let waiting = "nothing was changed, and the step waits until after the others"
    func refusal(_ reason: String, isPassed: Bool = false, isForgotten: Bool = false) -> Refused {
      Refused(
        step: step, sentence: "\(isUndo ? "Not undone" : "Not done again"): \(step.label): \(reason).",
        isPassed: isPassed, isForgotten: isForgotten)
    }
    do {
      let made: MadeChange
      do {
        made = try change.apply(db, asks: !isPartly)
      } catch let partly as PartOnly where isPartly {
        made = try change.apply(db, leaving: partly.left)
      }
      return (made, made.left.count)
    } catch let partly as PartOnly {
      let areOfRows = partly.left.allSatisfy { $0.reason.deed != nil }
      let (count, isOne) = (partly.left.count.counted("row"), partly.left.count == 1)
      throw refusal(
        (areOfRows ? "other programs have changed \(count) of it since" : "\(count) of it can't be as before")
          + "; --partly leaves \(isOne ? "it as it is" : "them as they are")")
    } catch let conflict as RowConflict {
      let clause = conflict.reason.clause("record \(conflict.id) of \(conflict.table)")
      throw refusal("\(clause); \(waiting)", isPassed: true)
    } catch let conflict as TableConflict {
      throw refusal("\(conflict); \(waiting)", isPassed: true)
    } catch let refused as ReplayRefused {
      throw refusal("\(sentence(refused)); the step is given up", isPassed: true, isForgotten: true)
    } catch let error as DatabaseError where error.isConstraint {
      throw refusal("\(sentence(error)); \(waiting)", isPassed: true)
    }
  }
}

extension StepKeeper {
  /// Says on standard error why steps are not kept, if there is something to say.
  func tellTrouble() {
    if let trouble = takeTrouble() { StandardStreams.complain(trouble) }
  }
}
