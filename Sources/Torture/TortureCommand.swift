// `almanac-torture`: kills, damages and floods the program, and prints the results.
import Glibc
import Harnesses

/// The program `almanac-torture`.
public enum TortureCommand {
  private static let help = """
    almanac-torture does to Almanac what no person would, and looks whether anything was lost.

    usage: almanac-torture [--seconds N] [--seed N] [--case NAME:NUMBER] [--programs FOLDER]

      --seconds N         how long; 600 is the full length, of so many cases each:
                          \(trials.map { "\($0.name) \($0.count)" }.joined(separator: ", "));
                          full-speed, live-queries, live-board and record write for a sixtieth of it, for a minute
                          at most
      --seed N            what all random numbers come from; else the time
      --case NAME:NUMBER  this case alone
      --programs FOLDER   where almanac is; .build/release

    """

  static let trials: [Trial] = [
    .kills(journal: "wal"), .kills(journal: "delete"), .keptSteps, .damagedFiles, .randomKeys, .randomSchemas, .undo,
    .hostileTexts,
    .terminalBytes, .saves, .fullSpeed, .liveQueries, .liveBoard, .record,
  ]

  /// Runs what the process's arguments ask for; exits with 1 if a case has failed, or none could run.
  public static func main() {
    signal(SIGPIPE, SIG_IGN)
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
    } catch {
      say("\(error)\n")
      exit(1)
    }
  }

  /// Runs the trials; returns whether no case has failed.
  private static func run(_ words: [String]) throws -> Bool {
    if words == ["--help"] {
      say(help)
      return true
    }
    let options = try Options(words)
    let rig = try Rig(programs: options.programs)
    defer { rig.remove() }
    rig.seconds = options.seconds
    var report = Report(trials: trials)
    func run(_ trial: Int, _ number: Int) {
      let trial = trials[trial]
      let start = nanoseconds()
      var failure: String?
      do {
        try rig.clean()
        var generator = trial.generator(seed: options.seed, number: number)
        try trial.run(rig, &generator)
      } catch {
        failure = "\(error)"
        say("FAILED  SEED=\(options.seed) CASE=\(trial.name):\(number)  \(error)\n")
      }
      report.add(trial.name, nanoseconds: nanoseconds() - start, isFailure: failure != nil)
    }
    if let (name, number) = options.only {
      guard let index = trials.firstIndex(where: { $0.name == name }) else { throw Trouble(help) }
      run(index, number)
    } else {
      let start = nanoseconds()
      // The share of its cases that each trial has had.
      func share(_ index: Int) -> Double {
        Double(report.rows[index].cases) * 600 / Double(trials[index].count * options.seconds)
      }
      while let next = trials.indices.min(by: { share($0) < share($1) }),
        share(next) < 1 || nanoseconds() - start < options.seconds * 1_000_000_000
      { run(next, report.rows[next].cases + 1) }
    }
    say(report.text(seed: options.seed))
    for note in rig.notes { say("\(note)\n") }
    return report.rows.allSatisfy { $0.failures == 0 }
  }

  /// Prints at once.
  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  private struct Options {
    var seconds = 600
    var seed: UInt64
    var only: (name: String, number: Int)?
    var programs = ".build/release"

    init(_ words: [String]) throws {
      seed = UInt64(time(nil))
      var rest = words[...]
      while let option = rest.popFirst() {
        guard let value = rest.popFirst() else { throw Trouble(help) }
        switch option {
        case "--seconds":
          guard let number = Int(value), number > 0 else { throw Trouble("--seconds needs a number from 1 on.") }
          seconds = number
        case "--seed":
          guard let number = UInt64(value) else { throw Trouble("--seed needs a number.") }
          seed = number
        case "--case":
          let parts = value.split(separator: ":")
          guard parts.count == 2, let number = Int(parts[1]) else { throw Trouble("--case takes NAME:NUMBER.") }
          only = (String(parts[0]), number)
        case "--programs": programs = value
        default: throw Trouble(help)
        }
      }
    }
  }
}
