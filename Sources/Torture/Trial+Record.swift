// HIS-14: a record of a program's commits, through kills, checkpoints and VACUUM.
import Glibc
import Harnesses

extension Trial {
  /// The number of times that the recorder is killed.
  private static let killCount = 3

  /// Each commit is recorded once and in order, or a line says that some are not known. The rate of the writer is only
  /// reported, because other programs delay it, too.
  static let record = Trial(name: "record", count: 2) { rig, generator in
    let book = try rig.book(journal: "wal")
    let path = rig.folder + "/record"
    let connection = try RawConnection(book)
    try connection.run("PRAGMA synchronous = NORMAL; CREATE TABLE counted(n INTEGER PRIMARY KEY, body)")
    let part = min(60, max(1, rig.seconds / 60)) * 1_000_000_000 / (killCount + 3)
    var count = 0
    func write(_ generator: inout SeededGenerator) throws -> Int {
      let (first, limit) = (count, nanoseconds() + part)
      repeat {
        count += 1
        try connection.run("INSERT INTO counted VALUES (\(count), 'Body \(count)')")
        switch Int.random(in: 0..<2_000, using: &generator) {
        case 0: try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        case 1: try connection.run("VACUUM")
        default: break
        }
      } while nanoseconds() < limit
      return count - first
    }
    let alone = try write(&generator)
    let unrecorded = count
    var recorded = 0
    for round in 0...killCount {
      let recorder = try ChildProcess(
        [rig.almanac, "record", book, "--to", path, "--size", "1", "--keep", "1000"], environment: rig.environment,
        patience: Rig.patience)
      _ = try recorder.lines(1)
      recorded += try write(&generator)
      if round < killCount {
        recorder.killGroup()
        _ = try recorder.end()
        continue
      }
      recorder.signalGroup(SIGINT)
      let ending = try recorder.end()
      guard ending.status == 130 else { throw Trouble("The record ends with \(ending.status): \(ending.errors)") }
    }
    let lines = try recordedLines(path)
    try check(lines, after: unrecorded, upTo: count)
    // VACUUM takes longer in a larger file: the writer is alone at both ends.
    let rate = 100 * recorded * 2 / (killCount + 1) / max(1, alone + (try write(&generator)))
    let bytes = lines.reduce(0) { $0 + $1.count + 1 }
    rig.notes.append(
      "Record: \(recorded) commits in \(bytes) bytes; the writer kept about \(rate) % of its rate.")
  }

  /// The lines of all parts of a record, the oldest first.
  private static func recordedLines(_ path: String) throws -> [ArraySlice<UInt8>] {
    var former: [String] = []
    while access("\(path).\(former.count + 1)", R_OK) == 0 { former.append("\(path).\(former.count + 1)") }
    return try (former.reversed() + [path]).flatMap { try Rig.bytes(of: $0).split(separator: 0x0A) }
  }

  /// The numbers rise by one, and by more only where rows are not known.
  private static func check(_ lines: [ArraySlice<UInt8>], after first: Int, upTo count: Int) throws {
    var (last, isUnknown, rows) = (first, false, 0)
    for line in lines {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("{\"change\":\"unknown\"") {
        isUnknown = true
      } else if let match = text.firstMatch(of: /^\{"change":"insert","table":"counted","key":\{"n":(\d+)\}/) {
        let number = Int(match.1) ?? 0
        guard number == last + 1 || isUnknown && number > last else {
          throw Trouble("The record has \(number) after \(last)\(isUnknown ? " and unknown commits" : "").")
        }
        (last, isUnknown, rows) = (number, false, rows + 1)
      }
    }
    guard rows > 0 else { throw Trouble("The record has no commit.") }
    guard last == count || isUnknown else { throw Trouble("The record ends at \(last) of \(count).") }
  }
}
