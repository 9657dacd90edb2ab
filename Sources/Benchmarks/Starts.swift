// B1: the time from start to first screen. B2: the time of `--version`. B3: the start on a file whose writer has died.
import Glibc
import Harnesses

extension Measurement {
  static let start = Measurement(ids: ["B1"]) { bench in
    func floor(_ book: ScratchBook) throws -> Figures { try time(bench, [bench.floors, "browse", book.path], 1, true) }
    func product(_ book: ScratchBook) throws -> Figures {
      try time(bench, [bench.product, "--file", book.path], book.rows, true)
    }
    var (small, large) = (Figures(), Pair())
    // The start is not where another measurement has left the book.
    for book in [bench.book, bench.smallBook] {
      _ = try time(bench, [bench.product, "--fresh", "--file", book.path], book.rows, true)
    }
    _ = (try floor(bench.book), try product(bench.book), try product(bench.smallBook))
    for _ in 0..<15 {
      large += Pair(floor: try floor(bench.book), product: try product(bench.book))
      small += try product(bench.smallBook)
    }
    let (rows, few) = (short(bench.book.rows), short(bench.smallBook.rows))
    return [
      ReportLine(
        id: "B1", subject: "start to first screen, \(rows) rows", goal: "<= 2 x",
        floor: milliseconds(large.floor.median), product: milliseconds(large.product.median),
        checks: [.init(name: "", value: large.medianRatio, limit: 2)]),
      ReportLine(
        id: "B1", subject: "the same, against \(few) rows", goal: "<= 1.2 x", floor: "",
        product: "\(milliseconds(large.product.median)) / \(milliseconds(small.median))",
        checks: [.init(name: "", value: Pair.ratio(large.product.median, small.median), limit: 1.2)]),
    ]
  }

  /// `/bin/true` serves as the C program that does nothing.
  static let version = Measurement(ids: ["B2"]) { bench in
    func time(_ command: [String]) throws -> Figures {
      Figures(values: [Double(try runtime(command, output: "/dev/null"))])
    }
    let pair = try bench.inTurn(
      60, floor: { try time(["/bin/true"]) }, product: { try time([bench.product, "--version"]) })
    return [
      ReportLine(
        id: "B2", subject: "almanac --version, against a C program that does nothing", goal: "<= 4 x",
        floor: milliseconds(pair.floor.median), product: milliseconds(pair.product.median),
        checks: [.init(name: "", value: pair.medianRatio, limit: 4)])
    ]
  }

  static let crashedStart = Measurement(ids: ["B3"]) { bench in
    let book = try await ScratchBook.makeCrashed(in: bench.folder).copied(to: bench.folder + "/recovered.db")
    let size = book.logSize
    let pair = try bench.inTurn(
      8, floor: { try time(bench, [bench.floors, "browse", book.path], 1, false) },
      product: { try time(bench, [bench.product, "--file", book.path], book.rows, false) })
    let before = book.logSize
    _ = try time(bench, [bench.product, "--file", book.path], book.rows, true)
    return [
      ReportLine(
        id: "B3", subject: "start on a log of \(size / 1_000_000) MB that was left; our exit leaves none",
        goal: "<= 1.2 x", floor: milliseconds(pair.floor.median), product: milliseconds(pair.product.median),
        checks: [
          .init(name: "", value: pair.medianRatio, limit: 1.2),
          .init(name: "log left", value: before >= size ? Double(book.logSize) : 1, limit: 0),
        ])
    ]
  }

  /// The time from the start of a program until its screen shows a record. The program is then quit, or killed.
  private static func time(_ bench: Bench, _ command: [String], _ record: Int, _ isLeft: Bool) throws -> Figures {
    let program = try bench.start(command)
    let shown = try program.wait(for: BookText.ownWord(record))
    if isLeft { program.quit() } else { program.kill() }
    return Figures(values: [Double(shown - program.start)])
  }
}

/// Runs a command with its standard output in a file, and returns its time in nanoseconds.
func runtime(_ command: [String], output: String) throws -> Int {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  defer {
    posix_spawn_file_actions_destroy(&actions)
    for pointer in arguments { free(pointer) }
  }
  var process = pid_t()
  var end: Int32 = 0
  let start = nanoseconds()
  guard posix_spawn(&process, command[0], &actions, nil, &arguments, environ) == 0,
    waitpid(process, &end, 0) == process, end == 0
  else { throw Trouble("\(command.joined(separator: " ")) failed.") }
  return nanoseconds() - start
}
