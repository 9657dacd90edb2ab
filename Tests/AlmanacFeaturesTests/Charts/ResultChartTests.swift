// Results as charts, drawn cell by cell.

import Databases
import Terminals
import Testing

@testable import AlmanacFeatures

@Suite struct ResultChartTests {
  /// Draws into a rectangle of this size, with a column and a row around it that must not change.
  private func drawn(_ chart: some Widget, _ width: Int, _ height: Int, isUnicode: Bool = true) -> [String] {
    var buffer = CellBuffer(size: Size(width: width + 2, height: height + 2), isUnicode: isUnicode)
    buffer.fill(buffer.bounds, with: ".")
    let rect = Rect(column: 1, row: 1, width: width, height: height)
    buffer.fill(rect)
    chart.draw(in: rect, on: &buffer)
    let rows = buffer.rows
    #expect(rows.first == String(repeating: ".", count: width + 2) && rows.last == rows.first)
    #expect(rows.dropFirst().dropLast().allSatisfy { $0.hasPrefix(".") && $0.hasSuffix(".") })
    return rows.dropFirst().dropLast().map { String($0.dropFirst().dropLast()) }
  }

  private func chart(_ columns: [String], _ rows: [[ExactValue]]) -> ResultChart? {
    ResultChart(columns: columns, rows: rows, theme: Theme())
  }

  private static let days: [[ExactValue]] = [(1, 0), (2, 10), (3, 20), (4, 20), (5, 5), (6, 40)].map {
    [.text("2026-11-0\($0)"), .integer($1)]
  }

  @Test("LSQ-20: a time and a number are a line with axis labels")
  func line() throws {
    let line = try #require(chart(["day", "n"], Self.days))
    #expect(
      drawn(line, 40, 6) == [
        "40                                    ⡠⠊",
        "                                    ⢀⠜  ",
        "              ⢀⡠⠤⠒⠒⠒⠒⠒⠒⠒⠒⠢⢄⡀      ⢀⠔⠁   ",
        "        ⢀⣀⠤⠔⠒⠉⠁            ⠈⠑⠤⣀  ⡠⠃     ",
        " 0 ⣀⠤⠔⠒⠉⠁                      ⠉⠊       ",
        "   2026-11-01                 2026-11-06",
      ])
    #expect(
      drawn(line, 40, 6, isUnicode: false) == [
        "40                                    **",
        "                                    **  ",
        "              ***************     **    ",
        "       *******               *****      ",
        " 0 ****                                 ",
        "   2026-11-01                 2026-11-06",
      ])
    #expect(drawn(try #require(chart(["day", "n"], Self.days.reversed())), 40, 6) == drawn(line, 40, 6))
  }

  @Test("LSQ-20: several numbers have their names where the lines end; NULL interrupts a line")
  func lines() throws {
    let rows: [[ExactValue]] = [
      [.text("2026-11-01 10:00:00"), .real(0.5), .integer(3)], [.text("2026-11-01 10:30:00"), .real(1.25), .null],
      [.text("2026-11-01 11:00:00"), .real(2), .integer(1)], [.text("2026-11-01 11:30:00"), .real(1.5), .integer(1)],
    ]
    let lines = try #require(chart(["at", "mean", "例え max"], rows))
    #expect(
      drawn(lines, 44, 6) == [
        "  3 ⠁                                       ",
        "                                            ",
        "                 ⢀⣀⡠⠤⠔⠒⠊⠉⠉⠑⠒⠒⠒⠤⠤⠤⣀⣀ mean    ",
        "          ⣀⣀⠤⠔⠒⠊⠉⠁      ⢀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀ 例え max",
        "0.5 ⣀⠤⠤⠒⠊⠉                                  ",
        "    2026-11-01 10:00          11:30         ",
      ])
  }

  @Test("LSQ-20: a label and a number are bars, to the left of zero for negative numbers")
  func bars() throws {
    let rows: [[ExactValue]] = [
      [.text("Ann"), .real(10.25)], [.null, .real(-5.5)], [.text("Bob\n"), .integer(0)], [.integer(7), .null],
    ]
    let bars = try #require(chart(["name", "n"], rows))
    #expect(
      drawn(bars, 30, 4) == [
        "Ann        ▇▇▇▇▇▇▇▇▇▇▇▇ 10.25 ",
        "NULL ▇▇▇▇▇▇ -5.5              ",
        "Bob↵       0                  ",
        "7          NULL               ",
      ])
    #expect(
      drawn(try #require(chart(["n", "c"], [[.integer(1), .integer(2000)], [.integer(2), .integer(500)]])), 24, 2) == [
        "1 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2,000 ",
        "2 ▇▇▇▇ 500              ",
      ]
    )
  }

  @Test("LSQ-20: a single point, equal numbers, and numbers of any size")
  func extremes() throws {
    let one = try #require(chart(["month", "n"], [[.text("2026-11"), .integer(5)]]))
    #expect(
      drawn(one, 20, 3) == [
        "                    ",
        "5         ⠈         ",
        "  2026-11-01        ",
      ])
    let large = try #require(
      chart(
        ["day", "n"],
        [
          [.text("2026-11-01"), .real(-Double.greatestFiniteMagnitude)],
          [.text("2026-11-02"), .real(Double.greatestFiniteMagnitude)], [.text("2026-11-03"), .real(.infinity)],
        ]))
    #expect(
      drawn(large, 40, 3) == [
        "1.7976931348…              ⣀⣀⣀⡠⠤⠤⠤⠔⠒⠒⠒⠉⠉",
        "-1.797693134… ⣀⣀⠤⠤⠤⠔⠒⠒⠒⠊⠉⠉⠉             ",
        "              2026-11-01      2026-11-02",
      ])
    let infinite = try #require(chart(["name", "n"], [[.text("a"), .real(.infinity)], [.text("b"), .real(1)]]))
    #expect(
      drawn(infinite, 20, 2) == [
        "a inf               ",
        "b ▇▇▇▇▇▇▇▇▇▇▇▇▇ 1.0 ",
      ])
    for width in 0...30 {
      for height in 0...6 {
        for drawing in [one, large, infinite] { #expect(drawn(drawing, width, height).count == height) }
      }
    }
  }

  @Test("LSQ-20: 100,000 points in a few cells")
  func many() throws {
    let points = (0..<100_000).map { LineChart.DataPoint(x: Double($0), y: Double($0 % 100)) }
    let chart = LineChart(lines: [LineChart.Line(name: "n", points: points)], theme: Theme())
    #expect(
      drawn(chart, 14, 3) == [
        "99 ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿",
        " 0 ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿",
        "   0    99,999",
      ])
  }

  @Test("LSQ-20: results of other forms are no chart")
  func none() {
    #expect(chart(["n"], [[.integer(1)]]) == nil)
    #expect(chart(["a", "b"], []) == nil)
    #expect(chart(["a", "b"], [[.text("x"), .text("y")]]) == nil)
    #expect(chart(["a", "b"], [[.text("x"), .null]]) == nil)
    #expect(chart(["a", "b"], [[.text("2026-11-01"), .blob([1])]]) == nil)
  }

  @Test("LSQ-20: a label and several numbers are bars side by side below their names, as many as there is room for")
  func numbers() throws {
    let rows: [[ExactValue]] = [
      [.text("USA"), .integer(91), .real(523.06)], [.text("Canada"), .integer(56), .real(303.96)],
      [.text("Chile"), .integer(7), .null],
    ]
    let bars = try #require(chart(["country", "count(*)", "total"], rows))
    #expect(bars.wantedHeight == 4)
    #expect(
      drawn(bars, 60, 4) == [
        "       count(*)                    total                    ",
        "USA    ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 91    ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 523.06 ",
        "Canada ▇▇▇▇▇▇▇▇▇▇▇▇▇ 56            ▇▇▇▇▇▇▇▇▇▇ 303.96        ",
        "Chile  ▇▇ 7                        NULL                     ",
      ])
    #expect(
      drawn(bars, 30, 4) == [
        "       count(*)               ",
        "USA    ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 91 ",
        "Canada ▇▇▇▇▇▇▇▇▇▇▇▇ 56        ",
        "Chile  ▇ 7                    ",
      ])
  }
}
