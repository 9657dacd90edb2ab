// The progress of an import, on a terminal.
import AlmanacRecords
import Glibc
import Locks

/// Shows the progress of an import on standard error, in one line that is overwritten. Only on a terminal, and only if
/// the import takes longer than a second.
final class ImportNotice: Sendable {
  private let begun = ContinuousClock.now
  private let isTerminal = isatty(StandardStreams.errors) == 1
  /// The length of the line on the screen.
  private let length = Lock(0)

  func tell(_ report: ImportReport) {
    guard isTerminal, ContinuousClock.now - begun > .seconds(1) else { return }
    let percent = report.percent.map { ", \($0) %" } ?? ""
    write("\(report.count.counted("record"))\(percent); Ctrl-C stops")
  }

  /// Clears the line.
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
