import IssueReporting
import Locks
import Testing

func first(of names: [String]) -> String {
  if names.isEmpty { reportIssue("There is no first name. Ask only where there are names.") }
  return names.first ?? ""
}

@Test func issues() {
  let messages = Lock<[String]>([])
  let handler = IssueHandler { message, _ in messages.withLock { $0.append(message) } }
  let name = IssueReporters.$current.withValue(handler) { first(of: []) }
  #expect(name.isEmpty)
  #expect(messages.withLock { $0 } == ["There is no first name. Ask only where there are names."])
}
