/// The results of the cases of all trials.
struct Report {
  struct Row {
    var name: String
    var cases = 0
    var failures = 0
    var nanoseconds = 0
  }

  private(set) var rows: [Row]

  init(trials: [Trial]) { rows = trials.map { Row(name: $0.name) } }

  mutating func add(_ name: String, nanoseconds: Int, isFailure: Bool) {
    guard let index = rows.firstIndex(where: { $0.name == name }) else { return }
    rows[index].cases += 1
    rows[index].failures += isFailure ? 1 : 0
    rows[index].nanoseconds += nanoseconds
  }

  /// A table, with the seed that repeats the run.
  func text(seed: UInt64) -> String {
    func line(_ cells: [String]) -> String {
      zip(cells, [16, 8, 10, 10]).enumerated().map { index, cell in
        let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
        return index == 0 ? cell.0 + space : space + cell.0
      }.joined() + "\n"
    }
    return "SEED=\(seed)\n" + line(["", "cases", "failures", "seconds"])
      + rows.map {
        line([$0.name, "\($0.cases)", "\($0.failures)", "\(($0.nanoseconds + 500_000_000) / 1_000_000_000)"])
      }.joined()
  }
}
