// The board of statistics, drawn from values: unknown and outdated ones.
import AlmanacRecords
import LiveQueries
import Terminals
import Testing

@testable import AlmanacFeatures

@Suite struct StatisticsBoardTests {
  private static func board(
    states: LateValue<UserStates> = .unknown,
    newest: LateValue<[StatisticsBoard.NewUser]> = .unknown, growth: LateValue<MonthlyGrowth> = .unknown,
    domains: LateValue<MailDomains> = .unknown, present: CivilMonth = CivilMonth(year: 2026, month: 8)
  ) -> StatisticsBoard {
    StatisticsBoard(
      facts: RecordCount(value: 1024, isCurrent: true), users: RecordCount(value: 312, isCurrent: false),
      states: states, newest: newest, growth: growth, domains: domains, present: present, theme: Theme())
  }

  private static func drawn(_ board: StatisticsBoard, isUnicode: Bool = true) -> [String] {
    var buffer = CellBuffer(size: Size(width: 80, height: 10), isUnicode: isUnicode)
    board.draw(in: buffer.bounds, on: &buffer)
    return buffer.trimmedRows
  }

  private static func growth(_ counts: (year: Int, month: Int, count: Int)...) -> MonthlyGrowth {
    MonthlyGrowth(months: counts.map { .init(CivilMonth(year: $0.year, month: $0.month), $0.count) })
  }

  @Test func whatIsNotKnownYetIsAnEllipsis() {
    #expect(
      Self.drawn(Self.board()) == [
        "   Facts               1,024   Facts added, by month", "   Users                ≈312   …",
        "     Active                …", "     Inactive              …", "",
        "   Newest users                Users, by mail domain", "   …                           …", "", "", "",
      ])
  }

  @Test func whatIsNotCurrentSaysSo() {
    let board = Self.board(
      states: LateValue(value: UserStates(active: 287, inactive: 25), isCurrent: false),
      newest: LateValue(value: [], isCurrent: false),
      growth: LateValue(value: Self.growth((2026, 6, 118), (2026, 7, 201), (2026, 8, 49)), isCurrent: false),
      domains: LateValue(value: MailDomains(largest: [.init("example.org", 170)], others: 50), isCurrent: false))
    let expected = [
      "   Facts               1,024   Facts added, by month ≈",
      "   Users                ≈312   Jun ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 118",
      "     Active             ≈287   Jul ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 201",
      "     Inactive            ≈25   Aug ▇▇▇▇▇▇▇▇▇▇ 49", "",
      "   Newest users ≈              Users, by mail domain ≈",
      "   none yet                    example.org ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 170",
      "                               others      ▇▇▇▇▇▇▇▇▇ 50", "", "",
    ]
    #expect(Self.drawn(board) == expected)
    let plain = expected.map { $0.replacing("≈", with: "~").replacing("▇", with: "#") }
    #expect(Self.drawn(board, isUnicode: false) == plain)
  }

  @Test func yearsAreToldWhereTheyAreNotThePresentOne() {
    func labels(_ growth: MonthlyGrowth) -> [String] {
      let present = CivilMonth(year: 2026, month: 3)
      return Self.board(growth: LateValue(value: growth, isCurrent: true), present: present).months(20).map(\.bar.label)
    }
    #expect(labels(Self.growth((2026, 1, 1), (2026, 3, 1))) == ["Jan", "Feb", "Mar"])
    #expect(
      labels(Self.growth((2025, 11, 1), (2026, 2, 1))) == [
        "2025 Nov", "     Dec", "2026 Jan", "     Feb", "     Mar",
      ])
    #expect(labels(Self.growth((2024, 3, 1))) == ["2024 Mar"])
  }

  @Test func nothingLiesOverAnythingElseInAnySize() {
    let months = (0..<30).map { MonthlyGrowth.Month(CivilMonth(year: 2024, month: 1).advanced(by: $0), $0) }
    let domains = (0..<40).map { MailDomains.Domain("d\($0).example", 50 - $0) }
    var board = Self.board(
      states: LateValue(value: UserStates(active: 3, inactive: 4), isCurrent: true),
      growth: LateValue(value: MonthlyGrowth(months: months), isCurrent: true),
      domains: LateValue(value: MailDomains(largest: domains, others: 9), isCurrent: true))
    for users in [0, 1, 10] {
      board.newest = LateValue(
        value: (0..<users).map { .init(id: .rowID($0), name: "User \($0)", age: "2 d") }, isCurrent: true)
      for width in [1, 5, 20, 40, 61, 62, 79, 80, 100, 139, 140, 200, 300] {
        for height in [1, 2, 5, 15, 16, 17, 21, 40, 57] {
          let size = Size(width: width, height: height)
          let layout = board.layout(in: size)
          let parts = [layout.numbers, layout.newest, layout.growth, layout.domains]
          for (index, part) in parts.enumerated() {
            #expect(part.endColumn <= max(width, part.column), "\(size)")
            for other in parts.dropFirst(index + 1) { #expect(part.intersection(other).isEmpty, "\(size)") }
          }
          #expect(layout.height <= max(height, 40), "what can be seen at once need not be scrolled: \(size)")
          if width >= 62, height >= 16 { #expect(layout.height <= height, "\(size)") }
        }
      }
    }
  }

  @Test func onlyWhatBothBoardsCouldShowHasChanged() {
    let size = Size(width: 80, height: 21)
    func board(_ counts: [(String, Int)], others: Int = 0, _ growth: MonthlyGrowth?) -> StatisticsBoard {
      Self.board(
        growth: LateValue(value: growth, isCurrent: true),
        domains: LateValue(
          value: MailDomains(largest: counts.map { .init($0.0, $0.1) }, others: others), isCurrent: true))
    }
    let old = board([("a", 5), ("b", 3)], others: 2, nil)
    let oneYear = MonthlyGrowth(
      months: (0..<12).map { .init(CivilMonth(year: 2025, month: 1).advanced(by: $0), 1) })
    // The domains have another number of lines: no value has changed.
    let many = (0..<20).map { ("d\($0)", 30 - $0) }
    #expect(board(many, oneYear).changes(since: board(many, nil), in: size).isEmpty)
    #expect(board([("a", 5), ("b", 3)], others: 2, oneYear).changes(since: old, in: size).isEmpty)
    #expect(Set(board([("a", 6), ("b", 3)], others: 2, nil).changes(since: old, in: size).keys) == [.domain("a")])
    #expect(Set(board([("a", 5), ("b", 3)], others: 4, nil).changes(since: old, in: size).keys) == [.otherDomains])
    let more = MonthlyGrowth(months: oneYear.months + [.init(CivilMonth(year: 2026, month: 2), 3)])
    #expect(
      Set(board([], more).changes(since: board([], oneYear), in: size).keys)
        == [.month(CivilMonth(year: 2026, month: 2))], "a month without additions is none to be marked")
    #expect(
      Set(board([("a", 5), ("c", 1)], nil).changes(since: board([("a", 5)], nil), in: size).keys) == [.domain("c")])
  }
}
