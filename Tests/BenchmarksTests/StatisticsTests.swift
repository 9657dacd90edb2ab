// The summary of many figures, and the comparison of one with its limit.
import Testing

@testable import Benchmarks

@Suite("Figures") struct StatisticsTests {
  @Test("the median is the figure in the middle, or the mean of the two there")
  func median() {
    #expect(Figures(values: [9, 1, 5]).median == 5)
    #expect(Figures(values: [9, 1, 5, 6]).median == 5.5)
    #expect(Figures(values: [7]).median == 7)
    #expect(Figures().median == 0)
  }

  @Test("nine tenths and nine of all figures do not exceed p99, and it is one of them")
  func p99() {
    #expect(Figures(values: (1...100).map(Double.init).reversed()).p99 == 99)
    #expect(Figures(values: (1...1000).map(Double.init).reversed()).p99 == 990)
    #expect(Figures(values: [3, 1, 2]).p99 == 3)
    #expect(Figures(values: [3, 1, 2]).percentile(0) == 1)
    #expect(Figures().p99 == 0)
  }

  @Test("a ratio is the product's figure over the floor's")
  func ratio() {
    let pair = Pair(floor: Figures(values: [2, 2, 4]), product: Figures(values: [3, 3, 100]))
    #expect(pair.medianRatio == 1.5)
    #expect(pair.p99Ratio == 25)
    #expect(Pair.ratio(1, 0) == .infinity)
    #expect(Pair.ratio(0, 0) == 1)
  }

  @Test("a verdict says what is missed, and by how much")
  func verdict() {
    func verdict(_ checks: ReportLine.Check...) -> String {
      ReportLine(id: "T3", subject: "", goal: "", floor: "", product: "", checks: checks).verdict
    }
    #expect(verdict(.init(name: "median", value: 1.5, limit: 1.5)) == "reached")
    #expect(
      verdict(.init(name: "median", value: 3, limit: 1.5), .init(name: "p99", value: 1, limit: 2))
        == "median 100 % over"
    )
    #expect(
      verdict(.init(name: "", value: 21, limit: 20), .init(name: "bytes", value: 7, limit: 0))
        == "5 % over, bytes 7.0 over")
  }

  @Test("numbers are written with so many digits")
  func decimals() {
    #expect(decimal(1.005, 1) == "1.0")
    #expect(decimal(0.996, 2) == "1.00")
    #expect(decimal(12.04, 2) == "12.04")
    #expect(decimal(-0.6, 0) == "-1")
    #expect(decimal(.infinity, 2) == "∞")
    #expect(
      [short(10_000_000), short(10_000), short(1234), grouped(1_234_567)] == ["10M", "10k", "1234", "1,234,567"])
  }
}
