import Activities
import Testing

@Suite struct ActivityTests {
  @Test func settledReturnsAtOnceWhenNothingRuns() async {
    let activity = Activity()
    await activity.settled()
    #expect(activity.isSettled)
  }

  @Test func settledWaitsForTheLastEnd() async {
    let activity = Activity()
    activity.begin()
    activity.begin()
    #expect(!activity.isSettled)
    async let settled: Void = activity.settled()
    activity.end()
    #expect(!activity.isSettled)
    activity.end()
    await settled
    #expect(activity.isSettled)
  }
}
