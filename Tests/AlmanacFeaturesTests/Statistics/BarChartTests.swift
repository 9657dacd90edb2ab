// Drawn bars.
import Terminals
import Testing

@testable import AlmanacFeatures

@Suite struct BarChartTests {
  /// Draws a chart of these bars into a rectangle of this size, with a column and a row around it that must not change.
  private static func drawn(
    _ bars: [BarChart.Bar], _ width: Int, _ height: Int, isUnicode: Bool = true
  ) -> [String] {
    var buffer = CellBuffer(size: Size(width: width + 2, height: height + 2), isUnicode: isUnicode)
    buffer.fill(buffer.bounds, with: ".")
    let rect = Rect(column: 1, row: 1, width: width, height: height)
    buffer.fill(rect)
    BarChart(bars: bars, theme: Theme()).draw(in: rect, on: &buffer)
    let rows = buffer.rows
    #expect(rows.first == String(repeating: ".", count: width + 2) && rows.last == rows.first)
    #expect(rows.dropFirst().dropLast().allSatisfy { $0.hasPrefix(".") && $0.hasSuffix(".") })
    return rows.dropFirst().dropLast().map { String($0.dropFirst().dropLast()) }
  }

  private static let months = [
    BarChart.Bar(label: "Jun", count: 118), BarChart.Bar(label: "Jul", count: 201),
    BarChart.Bar(label: "Aug", count: 49, isChanged: true), BarChart.Bar(label: "Sep", count: 0),
    BarChart.Bar(label: "Oct", count: 1),
  ]

  @Test func barsAreInProportionToTheLargest() {
    #expect(
      Self.drawn(Self.months, 24, 5) == [
        "Jun ▇▇▇▇▇▇▇▇▇ 118       ", "Jul ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 201 ", "Aug ▇▇▇▇~49~            ", "Sep 0                   ",
        "Oct ▇ 1                 ",
      ])
  }

  @Test func withoutUnicodeBarsAreOfHashes() {
    #expect(
      Self.drawn(Array(Self.months.prefix(3)), 24, 4, isUnicode: false) == [
        "Jun ######### 118       ", "Jul ############### 201 ", "Aug ####~49~            ", "                        ",
      ])
  }

  @Test func whatDoesNotFitIsCut() {
    #expect(Self.drawn(Self.months, 24, 2).count == 2)
    let bars = [
      BarChart.Bar(label: "a-long-name.example.org", count: 1_234_567), BarChart.Bar(label: "b.example", count: 1000),
    ]
    #expect(Self.drawn(bars, 24, 2) == ["a-long-name… 1,234,567  ", "b.example    1,000      "])
    #expect(Self.drawn(bars, 16, 2) == ["a-long-… 1,234,…", "b.examp… 1,000  "])
    #expect(Self.drawn(bars, 3, 2) == ["a-…", "b.…"])
    #expect(Self.drawn(bars, 1, 1) == ["…"])
    #expect(Self.drawn([], 24, 1) == ["                        "])
  }

  @Test func hostileLabelsStayInTheirColumns() {
    let bars = [BarChart.Bar(label: "a\u{1B}[2J\u{202E}b\n例え", count: 2), BarChart.Bar(label: "c", count: 2)]
    #expect(Self.drawn(bars, 24, 2) == ["a␛[2J␦b↵例え ▇▇▇▇▇▇▇▇ 2 ", "c            ▇▇▇▇▇▇▇▇ 2 "])
  }

  @Test func whateverIsNotZeroHasABarAndNoneIsLongerThanTheLargest() {
    for room in 0...30 {
      for count in [0, 1, 2, 499, 500, 999, 1000] {
        let bars = [BarChart.Bar(label: "a", count: 1000), BarChart.Bar(label: "b", count: count)]
        let rows = Self.drawn(bars, 9 + room, 2)
        let lengths = rows.map { $0.count { $0 == "▇" } }
        #expect(lengths[0] == room)
        #expect(lengths[1] <= room)
        if room > 0 { #expect((lengths[1] == 0) == (count == 0)) }
      }
    }
  }
}
