// Running a command of the person's own.
//
//   key, palette ──> RecordList: the values of the records, on a reader ──> CommandRun ──> one program after the other
//                       └──> NULL, a blob, no such column: a sentence                        └──> status, first line
//
// A key or the palette's entry waits in the event queue as all keys do. From the press of one that takes the terminal until
// its program has ended, all keys wait.
//
// A program in the background is not waited for: the screen goes on, and so does the program when Almanac quits.
import Activities
import AlmanacRecords
import Containers
import Databases
import Stores

/// A command with the arguments for its records.
public struct CommandRun: Hashable, Sendable {
  /// A program that is started once.
  struct Call: Hashable, Sendable {
    /// The program and its arguments.
    var arguments: [String]
    /// The record that they are of; `nil` if they are of none.
    var record: String?
  }

  let name: String
  let takesTerminal: Bool
  let calls: [Call]

  init(_ command: UserCommand, _ calls: [Call]) {
    (name, takesTerminal, self.calls) = (command.name, command.takesTerminal, calls)
  }

  /// ` for 3 records`; empty for one or none.
  private var records: String { calls.count > 1 ? " for \(calls.count.groupedDigits) records" : "" }

  /// Says that it runs.
  var remark: String { "\(name) runs\(records)." }

  /// Says how it has ended with the program of a call, the last one that was started.
  func sentence(on ending: CommandEnding, of index: Int) -> String {
    let line = Self.firstLine(ending.output)
    let end = line.isEmpty ? "." : ": \(line)"
    guard ending.status != 0, calls.count > 1 else {
      return "\(name) ended with status \(ending.status)\(records)\(end)"
    }
    let left = calls.count - index - 1
    let rest = left == 0 ? "" : ", \(left.groupedDigits) not run"
    return "\(name) ended with status \(ending.status) for \(calls[index].record ?? "")\(rest)\(end)"
  }

  /// The first line with something in it, without the commands of terminals.
  static func firstLine(_ output: [UInt8]) -> String {
    var (text, rest) = ("", String(decoding: output, as: UTF8.self).unicodeScalars[...])
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" {
        rest = rest[EscapeSequence.end(in: rest)...]
      } else if scalar == "\n" || scalar == "\r" {
        if !text.trimmedOfWhitespace.isEmpty { break }
        text = ""
      } else if scalar == "\t" {
        text += " "
      } else if scalar.properties.generalCategory != .control {
        text.unicodeScalars.append(scalar)
      }
    }
    text = text.trimmedOfWhitespace
    return text.count > 200 ? text.prefix(199) + "…" : text
  }
}

extension Application {
  /// A command of the person's own.
  public enum CommandAction: Sendable {
    /// A command that takes no value of a record.
    case asked(UserCommand)
    /// It has ended, or could not be started, as a sentence says.
    case ended(String, isFailure: Bool, hadTerminal: Bool)
  }

  func reduce(_ action: CommandAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .asked(let command):
      do {
        return run(CommandRun(command, [CommandRun.Call(arguments: try command.arguments([]))]), &state)
      } catch {
        state.show(Message(text: error.description, isError: true))
        return .none
      }
    case .ended(let sentence, let isFailure, let hadTerminal):
      if hadTerminal { state.work.isCommandOnTerminal = false }
      // Whatever the screen shows by now.
      state.messages.show(Message(text: sentence, isError: isFailure, isPassing: !isFailure))
      return .none
    }
  }

  /// Starts the programs of a command, one after the other, until one fails.
  func run(_ run: CommandRun, _ state: inout State) -> Effect<Action> {
    let starter = Container.shared.commandStarter()
    if run.takesTerminal {
      state.work.isCommandOnTerminal = true
      return .run { @MainActor send in
        for (index, call) in run.calls.enumerated() {
          let ending = CommandEnding(status: try await starter.lend(call.arguments))
          if ending.status != 0 || index == run.calls.count - 1 {
            return send(
              .command(
                .ended(
                  run.sentence(on: ending, of: index), isFailure: ending.status != 0, hadTerminal: true)))
          }
        }
      } catch: { @MainActor error, send in
        send(.command(.ended("\(error)", isFailure: true, hadTerminal: true)))
      }
    }
    state.note(run.remark)
    // While a program runs, nothing waits for it.
    let activity = database.activity
    activity.begin()
    return .run(isLongLived: true) { @MainActor send in
      defer { activity.end() }
      do {
        for (index, call) in run.calls.enumerated() {
          let ending = try await starter.ending(of: call.arguments, activity)
          if ending.status != 0 || index == run.calls.count - 1 {
            return send(
              .command(
                .ended(
                  run.sentence(on: ending, of: index), isFailure: ending.status != 0, hadTerminal: false)))
          }
        }
      } catch {
        send(.command(.ended("\(error)", isFailure: true, hadTerminal: false)))
      }
    }
  }
}

extension CommandStarter {
  /// Starts a program without the terminal, and waits for its end. The activity, which the caller holds, is not held
  /// while the program runs.
  @MainActor
  fileprivate func ending(of arguments: [String], _ activity: Activity) async throws -> CommandEnding {
    try await withCheckedThrowingContinuation { continuation in
      do {
        try start(arguments) { ending in
          activity.begin()
          continuation.resume(returning: ending)
        }
        activity.end()
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
