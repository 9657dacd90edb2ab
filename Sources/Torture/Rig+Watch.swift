// Runs `almanac watch`, which continues until it is stopped.
import Harnesses

extension Rig {
  /// How long a watch may be silent.
  private static let silence = 3_000_000_000

  /// Watches a table on a terminal, or through a pipe to one, while `change` is called again and again with increasing
  /// numbers. Stops the watch after it has reported a change, or was silent for seconds. Returns its output. Throws if
  /// it crashed, does not stop, or failed without a sentence.
  func watch(
    _ table: String, _ book: String, isPiped: Bool = false, variables: [String: String] = [:], change: (Int) -> Void
  ) throws -> [UInt8] {
    let words = [almanac, "watch", table, "--file", book]
    let terminal = try PseudoTerminal(
      isPiped ? ["/bin/sh", "-c", "\"$0\" \"$@\" 2>&1 | cat"] + words : words,
      environment: environment.merging(variables) { $1 }, width: 80, height: 24)
    var (output, status): ([UInt8], Int32?) = ([], nil)
    func look() {
      while let chunk = terminal.read(until: nanoseconds() + 30_000_000) { output += chunk.bytes }
      guard status == nil else { return }
      status = terminal.ended()
      // Its last output may have come after the read.
      if status != nil { while let chunk = terminal.read(until: nanoseconds()) { output += chunk.bytes } }
    }
    var number = 0
    let limit = nanoseconds() + Self.silence
    while status == nil, nanoseconds() < limit, !output.contains(word: "\"change\":") {
      number += 1
      change(number)
      look()
    }
    if status == nil { terminal.type([0x03]) }
    let end = nanoseconds() + 20_000_000_000
    while status == nil, nanoseconds() < end { look() }
    let place = "almanac watch \(table)\(isPiped ? ", in a pipe" : "")"
    guard let status else { throw Trouble("\(place) does not stop.") }
    // 130: ended by Ctrl-C.
    guard status <= 2 || status == 130 else { throw Trouble("\(place): status \(status).") }
    guard status == 0 || status == 130 || output.contains(word: "almanac watch: ") else {
      throw Trouble("\(place) failed without a sentence.")
    }
    return output
  }
}

extension [UInt8] {
  /// Whether it contains the bytes of `word`.
  func contains(word: String) -> Bool { contains(Array(word.utf8)) }

  /// Whether it contains these bytes.
  func contains(_ piece: [UInt8]) -> Bool { indices.contains { self[$0...].starts(with: piece) } }
}
