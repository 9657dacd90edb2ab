// The locks of processes on a file, as listed by the kernel.
import Databases
import Glibc

/// A lock of a process on a part of a file.
struct FileLock: Hashable {
  /// The process that holds the lock or waits for it; 0 if it is outside of this container, negative if the kernel does
  /// not name it.
  let process: Int
  let isExclusive: Bool
  /// Whether the process waits for it.
  let isAwaited: Bool
  /// The device, in the kernel's notation.
  let device: String
  let file: Int
  let bytes: ClosedRange<Int>

  /// The locks that the kernel lists now; nil if it has no list. The kernel returns the list in pieces, and omits locks
  /// if others change between two pieces: so several lists are combined.
  static func all() -> [FileLock]? {
    var found: Set<FileLock> = []
    for _ in 0..<3 {
      guard let list = try? FileCalls.beginning("/proc/locks", count: 1 << 20) else { return nil }
      found.formUnion(all(in: String(decoding: list, as: UTF8.self)))
    }
    return Array(found)
  }

  /// The locks in a text in the form of `/proc/locks`; other lines are skipped.
  static func all(in text: String) -> [FileLock] { text.split(separator: "\n").compactMap(FileLock.init) }

  private init?(_ line: Substring) {
    var words = line.split(separator: " ").dropFirst()
    isAwaited = words.first == "->"
    if isAwaited { words = words.dropFirst() }
    let fields = Array(words)
    guard fields.count >= 7, fields[0] == "POSIX" || fields[0] == "OFDLCK", let process = Int(fields[3]),
      let start = Int(fields[5])
    else { return nil }
    let place = fields[4].split(separator: ":")
    let end = fields[6] == "EOF" ? Int.max : Int(fields[6])
    guard place.count == 3, let file = Int(place[2]), let end, start <= end else { return nil }
    (self.process, self.file, bytes) = (process, file, start...end)
    isExclusive = fields[2] == "WRITE"
    device = "\(place[0]):\(place[1])"
  }

  /// A device in the kernel's notation.
  static func name(ofDevice number: UInt) -> String {
    // The bits of the parts are those of C's `major` and `minor`, which are macros.
    [number >> 8 & 0xfff | number >> 32 & ~0xfff, number & 0xff | number >> 12 & ~0xff]
      .map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined(separator: ":")
  }

  /// The name of a process and its number: `sqlite3 (4711)`.
  static func name(of process: Int) -> String {
    if process == getpid() { return "this Almanac" }
    if process < 0 { return "another program" }
    guard process > 0, let bytes = try? FileCalls.beginning("/proc/\(process)/comm", count: 64) else {
      return process > 0 ? "process \(process)" : "a program outside of this container"
    }
    let name = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
    return "\(name) (\(process))"
  }
}
