// What happens where the system refuses threads after the start.
import Foundation
import Testing

@testable import almanac

@Suite struct SystemShortageTests {
  @Test(
    "REAL-46: a thread that the system refuses later ends the program with a sentence, and does not let it wait for ever"
  )
  func refusedThread() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
        // Dispatch calls it each second.
        for _ in 0..<6 { _ = waitForSystem(0) }
      })
    #expect(
      String(decoding: result.standardErrorContent, as: UTF8.self).contains(
        ": The system has no thread to give, or no memory for one. What was saved is kept. "
          + "Start it again when the system has more to give.\n"))
  }
}
