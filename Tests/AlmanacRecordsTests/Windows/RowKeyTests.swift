// The distance of a row from the top of a list, by its key alone.
import Databases
import Testing

@testable import AlmanacRecords

@Suite struct RowKeyTests {
  @Test(
    "the percentage of a rowid, however large it is and however near to its neighbours",
    arguments: [
      (5, 1...9, 50), (1, 1...9, 0), (9, 1...9, 100), (0, Int.min...Int.max, 50), (Int.min, Int.min...Int.max, 0),
      (Int.max, Int.min...Int.max, 100), (Int.max - 1, (Int.max - 2)...Int.max, 50), (5, 5...5, nil), (9, 1...5, nil),
    ] as [(Int, ClosedRange<Int>, Int?)])
  func percent(_ id: Int, _ bounds: ClosedRange<Int>, _ percent: Int?) {
    let key = RowKey([.integer(id)])
    #expect(key.percent(in: bounds, isDescending: false) == percent)
    #expect(key.percent(in: bounds, isDescending: true) == percent.map { 100 - $0 })
  }
}
