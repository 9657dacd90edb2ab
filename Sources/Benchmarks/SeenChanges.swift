// C1: the time from another process's commit to its line on the screen of changes, compared with the list, and the
// writer's longest commit with and without Almanac.
import Harnesses

extension Measurement {
  static let seenChanges = Measurement(ids: ["C1"]) { bench in
    let writer = try OutsideWriter(bench.book.path)
    let id = bench.book.rows - 19
    var round = 0
    var (alone, watched) = (Figures(), Figures())
    /// Changes, again and again, a fact that the program's screen shows, or whose change it shows.
    func times(_ program: DrivenProgram?) throws -> Figures {
      defer { program?.quit() }
      var figures = Figures()
      for _ in 0..<50 {
        round += 1
        let text = "\(BookText.ownWord(round)) \(round)."
        let start = nanoseconds()
        try writer.run("UPDATE facts SET body = '\(text)' WHERE id = \(id)")
        let commit = nanoseconds()
        guard let program else {
          alone.values.append(Double(commit - start))
          continue
        }
        watched.values.append(Double(commit - start))
        figures.values.append(Double(try program.wait(for: text) - commit))
        // On the screen of changes this keeps the newest one visible. In the list the fact is always visible.
        program.press("g")
        program.settle(milliseconds: 40)
      }
      try writer.run("UPDATE facts SET body = '\(BookText.body(id))' WHERE id = \(id)")
      return figures
    }
    let pair = try bench.inTurn(
      6, floor: { try times(bench.startProduct()) },
      product: {
        _ = try times(nil)
        let product = try bench.startProduct()
        product.press("C")
        return try times(product)
      })
    return [
      ReportLine(
        id: "C1", subject: "another process's commit to its line among the changes", goal: "<= 1.5 x X1",
        floor: milliseconds(pair.floor.median), product: milliseconds(pair.product.median),
        checks: [.init(name: "median", value: pair.medianRatio, limit: 1.5)]),
      ReportLine(
        id: "C1", subject: "the writer's longest of \(alone.values.count) commits", goal: "<= 20 ms longer",
        floor: milliseconds(alone.values.max() ?? 0), product: milliseconds(watched.values.max() ?? 0),
        checks: [
          .init(
            name: "longer by, ms", value: ((watched.values.max() ?? 0) - (alone.values.max() ?? 0)) / 1e6, limit: 20)
        ]),
    ]
  }
}
