import Activities
import Testing

private actor Names {
  var all: [String] = []

  func append(_ name: String) { all.append(name) }
}

@Test func activities() async {
  let names = Names()
  let activity = Activity()
  activity.begin()
  Task {
    await names.append("Ada")
    activity.end()
  }
  await activity.settled()
  #expect(await names.all == ["Ada"])
}
