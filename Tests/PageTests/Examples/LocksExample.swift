import Locks
import Testing

@Test func locks() {
  let names = Lock<[String]>([])
  names.withLock { $0.append("Ada") }
  let count = names.withLock(\.count)
  #expect(count == 1)
}
