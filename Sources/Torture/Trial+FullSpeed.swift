// CHG-07: a program that commits without a pause, and a watch that follows it.
import Glibc
import Harnesses

extension Trial {
  /// The maximum growth of the log compared with a run without a watch.
  private static let mostLogBytes = 64 << 20
  /// The minimum duration in seconds of a run whose processor share is checked: the watch's start no longer dominates
  /// it.
  private static let longRun = 10

  /// Every change is reported, or reported as unknown; the log stays small, and the watch cheap. Commit times are only
  /// reported, because other programs delay them, too.
  static let fullSpeed = Trial(name: "full-speed", count: 2) { rig, generator in
    let book = try rig.book(journal: "wal")
    let output = rig.folder + "/watch.out"
    var writer = try FastWriter(book, generator)
    let seconds = min(60, max(1, rig.seconds / 60))
    let alone = try writer.write(nanoseconds: seconds * 250_000_000)
    let watch = try ChildProcess(
      ["sh", "-c", "exec \"$0\" watch --file \"$1\" >\"$2\"", rig.almanac, book, output],
      environment: rig.environment, patience: Rig.patience)
    try wait("The watch says nothing.") {
      try writer.writeOne()
      return size(output) > 0
    }
    let (start, work) = (nanoseconds(), try processorTime(watch.id))
    let followed = try writer.write(nanoseconds: seconds * 1_000_000_000)
    let share = Double(try processorTime(watch.id) - work) / Double(nanoseconds() - start)
    let delay = try quiet(output) - followed.end
    let marker = try writer.writeAll()
    try wait("The watch does not tell what came after the last commit of many.") {
      try Rig.bytes(of: output).suffix(4096).split(separator: 0x0A).contains { Array($0).contains(word: marker) }
    }
    watch.signalGroup(SIGINT)
    let ending = try watch.end()
    guard [0, 130].contains(ending.status) else {
      throw Trouble("The watch ends with \(ending.status): \(ending.errors)")
    }
    for line in try Rig.bytes(of: output).split(separator: 0x0A) { try writer.history.take(line) }
    try writer.history.end()
    rig.notes.append(
      """
      Full speed: \(followed.commits / seconds) commits a second, alone \(alone.commits * 4 / seconds); \
      the longest took \(milliseconds(followed.longest)), alone \(milliseconds(alone.longest)); \
      the log had \(followed.logBytes >> 20) MB at most, alone \(alone.logBytes >> 20) MB. \
      The watch took \(Int(share * 100)) % of a processor, was done \(milliseconds(delay)) after the last commit, and \
      told \(writer.history.lineCount) changes; \(writer.history.gapCount) times it did not know them.
      """)
    guard followed.logBytes - alone.logBytes <= mostLogBytes else {
      throw Trouble("The log has grown to \(followed.logBytes) bytes, without a watch to \(alone.logBytes).")
    }
    guard seconds < longRun || share <= 0.5 else {
      throw Trouble("The watch takes \(Int(share * 100)) % of a processor.")
    }
    try rig.checkBook(book)
  }

  static func milliseconds(_ nanoseconds: Int) -> String { "\(nanoseconds / 1_000_000) ms" }

  /// Waits up to 30 seconds until a condition is true.
  private static func wait(_ trouble: String, until isSo: () throws -> Bool) throws {
    let limit = nanoseconds() + 30_000_000_000
    while try !isSo() {
      guard nanoseconds() < limit else { throw Trouble(trouble) }
      usleep(10_000)
    }
  }

  /// Waits until a file no longer grows. Returns the time of its last growth.
  private static func quiet(_ path: String) throws -> Int {
    var (last, bytes) = (nanoseconds(), size(path))
    try wait("The watch comes to no end.") {
      let now = size(path)
      if now != bytes { (last, bytes) = (nanoseconds(), now) }
      return nanoseconds() - last > 300_000_000
    }
    return last
  }

  /// The processor time of a process, in nanoseconds.
  private static func processorTime(_ process: Int32) throws -> Int {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw Trouble("The watch has ended.")
    }
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// The size of a file, in bytes; 0 if there is none.
func size(_ path: String) -> Int {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : 0
}
