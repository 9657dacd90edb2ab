// `almanac-bench`: compares the product's speed with that of the smallest programs that do the same, and prints a
// table.
import Glibc
import Harnesses

/// The program `almanac-bench`.
public enum BenchmarkCommand {
  static let help = """
    almanac-bench compares the release build of Almanac with the smallest programs that do the same as its screens.

    usage: almanac-bench [--rows N] [--only ID,ID…] [--programs FOLDER] [--folder FOLDER] [--floors PROGRAM]

      --rows N          facts and users of the book, which is made where it isn't there; 1000000
      --only ID,ID…     these lines alone: \(Report.ids.joined(separator: ", "))
      --programs FOLDER where almanac and Floors are; .build/release
      --folder FOLDER   where the books are kept; .build/bench
      --floors PROGRAM  another program in the place of Floors for observe, browse and search

    """

  /// Runs what the process's arguments ask for; exits with 1 and a sentence if that fails.
  public static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      say("\(error)")
      exit(1)
    }
  }

  private static func run(_ words: [String]) async throws {
    if words == ["--help"] { return print(help, terminator: "") }
    let options = try Options(words)
    mkdir(options.folder, 0o700)
    let bench = Bench(
      folder: options.folder, product: options.programs + "/almanac",
      floors: options.floors ?? options.programs + "/Floors", frames: options.programs + "/Floors",
      book: try await ScratchBook.make(rows: options.rows, in: options.folder),
      smallBook: try await ScratchBook.make(rows: 10_000, in: options.folder))
    for program in [bench.product, bench.floors] where access(program, X_OK) != 0 {
      throw Trouble("\(program) is missing: `make bench` builds it.")
    }
    var report = Report()
    for measurement in measurements where !options.only.isDisjoint(with: measurement.ids) {
      let start = nanoseconds()
      report.lines += try await measurement.run(bench)
      let seconds = decimal(Double(nanoseconds() - start) / 1e9, 0)
      say("Measured \(measurement.ids.joined(separator: ", ")) in \(seconds) s.")
    }
    print(report.text, terminator: "")
    var load = [0.0, 0.0, 0.0]
    getloadavg(&load, 3)
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    print("Medians of paired runs on \(processors) processors; load average \(decimal(load[1], 1)).")
    let document = options.folder + "/table.md"
    try report.markdown.write(to: document)
    say("The same for a document: \(document)")
  }

  /// All measurements, in the order of the table.
  static let measurements: [Measurement] = [
    .outsideChange, .seenChanges, .idle, .search, .bytes, .processorTime, .keys, .memory, .start, .version,
    .crashedStart,
    .typedRows, .pages, .liveValues, .observedWrites, .listChanges, .bulkChanges, .scan, .sort, .queryResults,
  ]
}

/// One measurement, and the goals of its lines.
struct Measurement: Sendable {
  var ids: [String]
  var run: @Sendable (Bench) async throws -> [ReportLine]
}

/// The options of the bench.
private struct Options {
  var rows = 1_000_000
  var only = Set(Report.ids)
  var programs = ".build/release"
  var folder = ".build/bench"
  var floors: String?

  init(_ words: [String]) throws {
    var rest = words[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Trouble(BenchmarkCommand.help) }
      switch name {
      case "--rows" where (Int(value) ?? 0) >= 100_000: rows = Int(value)!
      case "--rows": throw Trouble("--rows needs a number from 100000 on.")
      case "--only":
        only = Set(value.split(separator: ",").map(String.init))
        for id in only where !Report.ids.contains(id) { throw Trouble("There is no line \(id).") }
      case "--programs": programs = value
      case "--folder": folder = value
      case "--floors": floors = value
      default: throw Trouble(BenchmarkCommand.help)
      }
    }
  }
}

extension String {
  /// Writes the text into a new file.
  fileprivate func write(to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Trouble("\(path) can't be written.") }
    _ = Glibc.write(descriptor, Array(utf8), utf8.count)
    close(descriptor)
  }
}
