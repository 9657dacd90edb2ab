// T1: the bytes that a frame sends. T2: the processor time of a frame.
import Harnesses

extension Measurement {
  static let bytes = Measurement(ids: ["T1"]) { bench in
    let floor = try startFrames(bench)
    let product = try bench.startProduct()
    let writer = try OutsideWriter(bench.book.path)
    let id = bench.book.rows - 19
    defer {
      floor.quit()
      product.quit()
      try? writer.run("UPDATE facts SET body = '\(BookText.body(id))' WHERE id = \(id)")
    }
    func line(_ subject: String, limit: Int, floor: Double, product: Double) -> ReportLine {
      ReportLine(
        id: "T1", subject: "bytes, \(subject)", goal: limit == 0 ? "0" : "<= \(limit)", floor: decimal(floor, 0),
        product: decimal(product, 0), checks: [.init(name: "", value: product, limit: Double(limit))])
    }
    func median(_ program: DrivenProgram, _ key: String) -> Double {
      Figures(values: (0..<15).map { _ in Double(program.press(key).bytes) }).median
    }
    var changed = Figures()
    for round in 1...5 {
      try writer.run("UPDATE facts SET body = '\(BookText.body(round))' WHERE id = \(id)")
      try product.wait(for: BookText.ownWord(round))
      // The highlights end; their cost belongs to the change as well, but to a separate frame.
      product.settle(milliseconds: 1300)
      try writer.run("UPDATE facts SET body = '\(BookText.body(round + 100))' WHERE id = \(id)")
      changed.values.append(Double(product.settle(milliseconds: 100)))
      product.settle(milliseconds: 1000)
    }
    product.press(end, quiet: 100)
    product.press(home, quiet: 100)
    var lines = [
      line("nothing changes", limit: 0, floor: median(floor, "n"), product: median(product, home)),
      line("one row changes", limit: 228, floor: median(floor, "r"), product: changed.median),
    ]
    for _ in 0..<49 { product.press(down, quiet: 2) }
    product.settle(milliseconds: 100)
    lines += [
      line("scroll by one", limit: 417, floor: median(floor, "s"), product: median(product, down)),
      line("everything", limit: 8200, floor: median(floor, "f"), product: median(product, "\u{0C}")),
    ]
    return lines
  }

  static let processorTime = Measurement(ids: ["T2"]) { bench in
    let floor = try startFrames(bench)
    let product = try bench.startProduct()
    defer {
      floor.quit()
      product.quit()
    }
    let counts = product.instructions {} != nil
    /// The cost of a key, in instructions if they are counted, otherwise in nanoseconds.
    func cost(_ program: DrivenProgram, _ keys: [String]) -> Figures {
      let count = 60
      let before = program.processorTime
      let instructions = program.instructions {
        for place in 0..<count { program.press(keys[place % keys.count], quiet: 3) }
      }
      return Figures(values: [Double(instructions ?? program.processorTime - before) / Double(count)])
    }
    let pair = bench.inTurn(8, floor: { cost(floor, ["m"]) }, product: { cost(product, [down, up]) })
    func text(_ value: Double) -> String { counts ? "\(decimal(value / 1e6, 2))M" : milliseconds(value) }
    return [
      ReportLine(
        id: "T2", subject: "CPU a frame, selection, in \(counts ? "instructions" : "time")", goal: "<= 2 x",
        floor: text(pair.floor.median), product: text(pair.product.median),
        checks: [.init(name: "", value: pair.medianRatio, limit: 2)])
    ]
  }

  private static func startFrames(_ bench: Bench) throws -> DrivenProgram {
    let program = try bench.start([bench.frames, "frames"])
    try program.wait(for: "a screenful") { !$0.line(48).allSatisfy { $0 == " " } }
    program.settle()
    return program
  }
}
