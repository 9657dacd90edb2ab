import Activities
import IssueReporting
import Locks
import Observation
import Observing
import TestSupport
import Testing

@MainActor
@Observable
private final class ItemModel {
  var item: String?
}

@MainActor
@Suite(.recordsIssues)
struct BindingTests {
  struct Person: Equatable { var name = "Blob" }

  final class Source {
    var text = "Blob"
    var person = Person()
    var item: Person?
  }

  @Test("NAV-08: a binding writes to its source")
  func writes() {
    let source = Source()
    let text = Binding(source, \.text)
    text.wrappedValue += ", Jr."
    #expect(source.text == "Blob, Jr.")
    #expect(text.wrappedValue == "Blob, Jr.")
    let name = Binding(source, \.person).name
    name.wrappedValue = "Blob Sr."
    #expect(source.person == Person(name: "Blob Sr."))
  }

  @Test("NAV-10: writing nil through a promoted binding changes nothing")
  func promotion() {
    let source = Source()
    let text = Binding<String?>(Binding(source, \.text))
    text.wrappedValue = nil
    #expect(source.text == "Blob")
    text.wrappedValue = "Blob Sr."
    #expect(source.text == "Blob Sr.")
  }

  @Test("NAV-11: a constant stays")
  func constant() {
    let binding = Binding.constant(1)
    binding.wrappedValue += 1
    #expect(binding.wrappedValue == 1)
  }

  @Test("NAV-12: presence set to false empties the place; set to true it reports an issue")
  func presence() {
    let source = Source()
    source.item = Person()
    let isPresent = Binding<Bool>(presenceOf: Binding(source, \.item))
    isPresent.wrappedValue = true
    #expect(source.item == Person())
    isPresent.wrappedValue = false
    #expect(source.item == nil)
    let issues = Lock<[String]>([])
    IssueReporters.$current.withValue(IssueHandler { message, _ in issues.withLock { $0.append(message) } }) {
      isPresent.wrappedValue = true
    }
    #expect(source.item == nil)
    #expect(
      issues.withLock { $0 } == [
        """
        A binding to the presence of Person was set to true while there is none. Write the value itself to the \
        optional binding instead.
        """
      ])
  }

  @Test("NAV-14: what stands in a place is presented, swapped and dismissed; who dismisses it writes nil once")
  func item() async throws {
    let (model, activity) = (ItemModel(), Activity())
    let written = Lock<[String?]>([])
    let item = Binding<String?>(get: { model.item }) { value in
      written.withLock { $0.append(value) }
      model.item = value
    }
    var screens: [String?] = []
    let token = observe(activity: activity) { screens.append(Binding(unwrapping: item)?.wrappedValue) }
    for next in ["a", "b", nil, "c"] {
      model.item = next
      await activity.settled()
    }
    #expect(screens == [nil, "a", "b", nil, "c"])
    #expect(written.withLock { $0 } == [])
    // The person leaves. That the closing screen sets the same value again has no effect.
    let shown = try #require(Binding(unwrapping: item))
    Binding(presenceOf: item).wrappedValue = false
    shown.wrappedValue = "c, edited too late"
    await activity.settled()
    #expect(screens == [nil, "a", "b", nil, "c", nil])
    #expect(written.withLock { $0 } == [nil])
    withExtendedLifetime(token) {}
  }

  @Test("An unwrapped binding keeps the last value when its place is emptied, and does not fill it again")
  func unwrapping() throws {
    let source = Source()
    if Binding(unwrapping: Binding(source, \.item)) != nil { Issue.record("There is nothing to unwrap.") }
    source.item = Person()
    let person = try #require(Binding(unwrapping: Binding(source, \.item)))
    person.wrappedValue.name = "Blob Sr."
    #expect(source.item == Person(name: "Blob Sr."))
    source.item = nil
    #expect(person.wrappedValue == Person(name: "Blob Sr."))
    person.wrappedValue.name = "Ghost"
    #expect(source.item == nil)
  }
}
