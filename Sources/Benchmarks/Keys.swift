// T3: the time from a key to its output.
import Harnesses

extension Measurement {
  static let keys = Measurement(ids: ["T3"]) { bench in
    let floor = try bench.startFloor("browse")
    let product = try bench.startProduct()
    defer {
      floor.quit()
      product.quit()
    }
    // Within a page the cursor moves back and forth. At its end each key scrolls by one line.
    let selection = bench.inTurn(
      10, floor: { responses(floor, [down, up], 30) }, product: { responses(product, [down, up], 30) })
    for program in [floor, product] { for _ in 0..<50 { program.press(down, quiet: 2) } }
    for program in [floor, product] { program.settle(milliseconds: 100) }
    let scroll = bench.inTurn(10, floor: { responses(floor, [down], 30) }, product: { responses(product, [down], 30) })
    return [line("key to output, selection", selection), line("key to output, scroll", scroll)]
  }

  static let down = "\u{1B}OB"
  static let up = "\u{1B}OA"
  static let pageDown = "\u{1B}[6~"
  static let pageUp = "\u{1B}[5~"
  static let home = "\u{1B}OH"
  static let end = "\u{1B}OF"

  /// The times from keys, pressed in turn, to their outputs.
  private static func responses(_ program: DrivenProgram, _ keys: [String], _ count: Int) -> Figures {
    Figures(values: (0..<count).compactMap { program.press(keys[$0 % keys.count]).first.map(Double.init) })
  }

  private static func line(_ subject: String, _ pair: Pair) -> ReportLine {
    ReportLine(
      id: "T3", subject: subject, goal: "median <= 1.5 x, p99 <= 2 x",
      floor: milliseconds(pair.floor.median), product: milliseconds(pair.product.median),
      checks: [
        .init(name: "median", value: pair.medianRatio, limit: 1.5), .init(name: "p99", value: pair.p99Ratio, limit: 2),
      ])
  }
}
