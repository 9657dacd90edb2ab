// The table of results, made from given figures. Nothing is timed here.
import Testing

@testable import Benchmarks

@Suite("The bench's table") struct ReportTests {
  @Test("every line has a measurement, and no measurement is left out")
  func identities() {
    let measured = BenchmarkCommand.measurements.flatMap(\.ids)
    #expect(
      Set(measured) == [
        "X1", "C1", "X2", "S1", "S2", "S3", "S4", "Q1", "Q2", "Q3", "W1", "T1", "T2", "T3", "M1", "M2", "B1", "B2",
        "B3", "F1", "F3",
        "F4", "O1", "O2", "O3", "SD-31", "D1", "D2", "D3", "D4",
      ])
    #expect(measured.count == Set(measured).count)
    #expect(Set(measured) == Set(Report.ids))
  }

  @Test("a line stands in both tables with its figures and its verdict")
  func tables() {
    let report = Report(lines: [
      ReportLine(
        id: "B2", subject: "start", goal: "<= 4 x", floor: "0.50 ms", product: "1.00 ms",
        checks: [.init(name: "", value: 2, limit: 4)])
    ])
    #expect(
      report.text == """
        #   measured  goal    floor    product  held against it  verdict
        B2  start     <= 4 x  0.50 ms  1.00 ms  2.00             reached

        """)
    #expect(
      report.markdown == """
        | # | measured | goal | floor | product | held against it | verdict |
        | --- | --- | --- | --- | --- | --- | --- |
        | B2 | start | <= 4 x | 0.50 ms | 1.00 ms | 2.00 | reached |

        """)
  }

  @Test("each letter more of a search has another first hit, from either end of the list")
  func searches() {
    for rows in [100_000, 1_000_000] {
      for term in [BookText.common, BookText.rare] {
        let prefixes = [""] + term.indices.map { String(term[...$0]) }
        #expect(Set(prefixes.map { BookText.firstHit($0, in: 1...rows) }).count == 5)
        #expect(Set(prefixes.map { BookText.firstHit($0, in: (1...rows).reversed()) }).count == 5)
      }
    }
  }

  @Test("records begin with words of their own, in the order of their numbers")
  func ownWords() {
    let words = (1...20_000).map(BookText.ownWord)
    #expect(Set(words).count == words.count && words == words.sorted())
    #expect(BookText.body(2).hasPrefix("Babababi zu ") && BookText.body(2) == BookText.body(2))
    #expect((1...500).allSatisfy { (60...110).contains(BookText.body($0).utf8.count) })
    let others = (1...500).filter { BookText.soughtWord($0) == nil }.map { BookText.body($0) + BookText.email($0) }
    #expect(others.allSatisfy { $0.allSatisfy { !"zjk".contains($0) } })
  }
}
