// The system refuses threads after the start.
import Testing

@testable import almanac

@Suite struct SystemShortageTests {
  @Test("REAL-46: threads that are refused for five seconds end the program; one refusal of many threads does not")
  func refusedThreads() {
    let start = ContinuousClock.now
    func isTooLong(_ times: [Double]) -> [Bool] {
      var shortage = Shortage()
      return times.map { shortage.isTooLong(at: start + .seconds($0)) }
    }
    #expect(isTooLong([0, 1, 2, 3, 4, 5]) == [false, false, false, false, false, true])
    #expect(!isTooLong([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]).contains(true))
    #expect(!isTooLong([0, 1, 2, 6, 7, 8]).contains(true))
  }
}
