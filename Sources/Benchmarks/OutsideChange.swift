// X1: the time from another process's commit to the screen. X2: the cost of an idle screen.
import Glibc
import Harnesses

extension Measurement {
  static let outsideChange = Measurement(ids: ["X1"]) { bench in
    let writer = try OutsideWriter(bench.book.path)
    var round = 0
    /// Changes a fact on the program's screen again and again.
    func times(_ program: DrivenProgram, id: Int) throws -> Figures {
      defer { program.quit() }
      var figures = Figures()
      for _ in 0..<50 {
        round += 1
        let text = "\(BookText.ownWord(round)) \(round)."
        try writer.run("UPDATE facts SET body = '\(text)' WHERE id = \(id)")
        let commit = nanoseconds()
        figures.values.append(Double(try program.wait(for: text) - commit))
        program.settle(milliseconds: 40)
      }
      try writer.run("UPDATE facts SET body = '\(BookText.body(id))' WHERE id = \(id)")
      return figures
    }
    let pair = try bench.inTurn(
      6, floor: { try times(bench.startFloor("observe"), id: 20) },
      product: { try times(bench.startProduct(), id: bench.book.rows - 19) })
    return [
      ReportLine(
        id: "X1", subject: "another process's commit to the screen", goal: "median <= 1.5 x, p99 <= 2 x",
        floor: milliseconds(pair.floor.median), product: milliseconds(pair.product.median),
        checks: [
          .init(name: "median", value: pair.medianRatio, limit: 1.5),
          .init(name: "p99", value: pair.p99Ratio, limit: 2),
        ])
    ]
  }

  static let idle = Measurement(ids: ["X2"]) { bench in
    let product = try bench.startProduct()
    defer { product.quit() }
    let writer = try OutsideWriter(bench.book.path)
    try writer.run("UPDATE facts SET body = body WHERE id = \(bench.book.rows)")
    product.settle(milliseconds: 2000)
    var (bytes, time) = (Figures(), Figures())
    for _ in 0..<5 {
      let before = product.processorTime
      bytes.values.append(Double(product.settle(milliseconds: 2000)))
      time.values.append(Double(product.processorTime - before))
    }
    return [
      ReportLine(
        id: "X2", subject: "idle for 2 s", goal: "0 bytes, <= 1 ms of CPU", floor: "",
        product: "\(decimal(bytes.median, 0)) bytes, \(milliseconds(time.median))",
        checks: [
          .init(name: "bytes", value: bytes.median, limit: 0), .init(name: "CPU", value: time.median / 1e6, limit: 1),
        ])
    ]
  }
}
