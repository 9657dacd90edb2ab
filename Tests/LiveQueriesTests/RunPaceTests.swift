// Which runs share a read, and how soon a query may run again.

import Testing

@testable import LiveQueries

@Suite struct RunPaceTests {
  @Test("quick queries share reads of at most 8 ms; slow ones and new ones run by themselves")
  func reads() {
    let works: [Duration?] = [
      .milliseconds(1), .milliseconds(300), .milliseconds(5), nil, .milliseconds(2), .milliseconds(1), .milliseconds(8),
    ]
    #expect(RunPace.reads(taking: works) == [[1], [3], [0, 2, 4], [6], [5]])
    #expect(RunPace.reads(taking: []) == [])
  }

  @Test("a query runs at once, in a burst once a frame; for others' commits a slow one waits ten times what it took")
  func waits() {
    #expect(RunPace.wait(after: .milliseconds(1), isBurst: false, isForOthers: true) == .zero)
    #expect(RunPace.wait(after: .milliseconds(1), isBurst: true, isForOthers: false) == .milliseconds(16))
    #expect(RunPace.wait(after: .milliseconds(300), isBurst: false, isForOthers: false) == .zero)
    #expect(RunPace.wait(after: .milliseconds(300), isBurst: false, isForOthers: true) == .milliseconds(3300))
    #expect(RunPace.wait(after: .milliseconds(300), isBurst: true, isForOthers: true) == .milliseconds(3300))
    #expect(RunPace.wait(after: .milliseconds(300), isBurst: true, isForOthers: false) == .milliseconds(16))
  }
}
