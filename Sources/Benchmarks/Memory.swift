// M1: the memory that browsing leaves behind. M2: the memory of a long list.
import Harnesses

extension Measurement {
  static let memory = Measurement(ids: ["M1", "M2"]) { bench in
    func browse(_ program: DrivenProgram) -> (anonymous: Double, resident: Double) {
      defer { program.quit() }
      for key in Array(repeating: pageDown, count: 100) + [end] + Array(repeating: pageUp, count: 100) + [home] {
        program.press(key, quiet: 4)
      }
      program.settle(milliseconds: 300)
      return (Double(program.memory("RssAnon")) / 1024, Double(program.memory("VmRSS")) / 1024)
    }
    func megabytes(_ value: Double) -> String { decimal(value, 1) + " MB" }
    var (small, large) = (Pair(), Pair())
    var resident = Pair()
    for _ in 0..<3 {
      small.floor.values.append(browse(try bench.startFloor("browse", on: bench.smallBook)).anonymous)
      small.product.values.append(browse(try bench.startProduct(on: bench.smallBook)).anonymous)
      let (floor, product) = (browse(try bench.startFloor("browse")), browse(try bench.startProduct()))
      large += Pair(floor: Figures(values: [floor.anonymous]), product: Figures(values: [product.anonymous]))
      resident += Pair(floor: Figures(values: [floor.resident]), product: Figures(values: [product.resident]))
    }
    let rows = short(bench.book.rows)
    return [
      ReportLine(
        id: "M1", subject: "anonymous memory after browsing, \(rows) against \(short(bench.smallBook.rows)) rows",
        goal: "<= 1.1 x", floor: "\(megabytes(large.floor.median)) / \(megabytes(small.floor.median))",
        product: "\(megabytes(large.product.median)) / \(megabytes(small.product.median))",
        checks: [.init(name: "", value: Pair.ratio(large.product.median, small.product.median), limit: 1.1)]),
      ReportLine(
        id: "M2", subject: "resident memory, \(rows) rows", goal: "<= 20 MB", floor: megabytes(resident.floor.median),
        product: megabytes(resident.product.median),
        checks: [.init(name: "", value: resident.product.median, limit: 20)]),
    ]
  }
}
