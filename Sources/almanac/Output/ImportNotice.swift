// How far an import has come, on a terminal.
import AlmanacRecords
import Glibc
import Locks

/// Says on standard error, in one line that is written over, how far an import has come, if that is a terminal and the
/// import takes longer than a second.
final class ImportNotice: Sendable {
  private let begun = ContinuousClock.now
  private let isTerminal = isatty(StandardStreams.errors) == 1
  /// How long the line is that stands there.
  private let length = Lock(0)

  func tell(_ report: ImportReport) {
    guard isTerminal, ContinuousClock.now - begun > .seconds(1) else { return }
    let percent = report.percent.map { ", \($0) %" } ?? ""
    write("\(report.count.counted("record"))\(percent); Ctrl-C stops")
  }

  /// Takes the line away.
  func clear() { if length.withLock(\.self) > 0 { write("") } }

  private func write(_ text: String) {
    let spaces = length.withLock { length in
      defer { length = text.count }
      return max(0, length - text.count)
    }
    try? StandardStreams.write(
      "\r\(text)\(String(repeating: " ", count: spaces))\(text.isEmpty ? "\r" : "")",
      to: StandardStreams.errors)
  }
}
