// S1: the time from a key to the first page of results.
import Harnesses

extension Measurement {
  static let search = Measurement(ids: ["S1"]) { bench in
    let rows = bench.book.rows
    let floor = try bench.startFloor("search", more: ["floor_words"])
    let product = try bench.startProduct()
    defer {
      floor.kill()
      product.kill()
    }
    product.press("/")
    var lines: [ReportLine] = []
    for (name, term) in [("common", BookText.common), ("rare", BookText.rare)] {
      func inFloor(_ count: Int) throws -> Figures {
        try times(floor, term, count, row: 0) { BookText.firstHit($0, in: 1...rows)! }
      }
      func inProduct(_ count: Int) throws -> Figures {
        try times(product, term, count, row: 3) { BookText.firstHit($0, in: (1...rows).reversed())! }
      }
      _ = (try inFloor(1), try inProduct(1))
      let pair = try bench.inTurn(6, floor: { try inFloor(6) }, product: { try inProduct(6) })
      lines.append(
        ReportLine(
          id: "S1", subject: "key to results, \(short(rows)) facts, \(name) term", goal: "median <= 2 x, p99 <= 16 ms",
          floor: milliseconds(pair.floor.median),
          product: "\(milliseconds(pair.product.median)), p99 \(milliseconds(pair.product.p99))",
          checks: [
            .init(name: "median", value: pair.medianRatio, limit: 2),
            .init(name: "p99", value: pair.product.p99 / 1e6, limit: 16),
          ]))
    }
    product.press("\u{1B}", quiet: 100)
    product.press("2", quiet: 100)
    product.press("/")
    for (name, term) in [("common", BookText.common), ("rare", BookText.rare)] {
      func inProduct(_ count: Int) throws -> Figures {
        try times(product, term, count, row: 3) { BookText.firstHit($0, in: 1...rows)! }
      }
      _ = try inProduct(1)
      let figures = try inProduct(12)
      lines.append(
        ReportLine(
          id: "S1", subject: "key to results, \(short(rows)) users, \(name) term", goal: "<= 20 ms", floor: "",
          product: "\(milliseconds(figures.median)), p99 \(milliseconds(figures.p99))",
          checks: [.init(name: "", value: figures.median / 1e6, limit: 20)]))
    }
    return lines
  }

  /// The times from each key of a term, typed and deleted letter by letter, `count` times, until the list's first line
  /// shows the first hit.
  private static func times(
    _ program: DrivenProgram, _ term: String, _ count: Int, row: Int, firstHit: (String) -> Int
  ) throws -> Figures {
    let typed = term.indices.map { (String(term[$0]), String(term[...$0])) }
    let taken = term.indices.reversed().map { ("\u{7F}", String(term[..<$0])) }
    let steps = (typed + taken).map { (key: $0, word: BookText.ownWord(firstHit($1))) }
    var figures = Figures()
    for _ in 0..<count {
      for step in steps {
        let start = program.type(step.key)
        let shown = try program.wait(for: "'\(step.word)' in line \(row)") { $0.line(row).contains(step.word) }
        figures.values.append(Double(shown - start))
        program.settle(milliseconds: 20)
      }
    }
    return figures
  }
}
