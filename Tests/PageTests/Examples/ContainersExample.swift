import Containers
import TestSupport
import Testing

struct Greeter {
  let name: String
}

extension Container {
  var greeter: Factory<Greeter> { self { Greeter(name: "Ada") }.singleton }
}

final class Welcome {
  @Injected(\.greeter) private var greeter

  var text: String { "Hello, \(greeter.name)." }
}

@Test(.container) func containers() {
  #expect(Welcome().text == "Hello, Ada.")
  Container.shared.greeter.register { Greeter(name: "Bob") }
  #expect(Welcome().text == "Hello, Bob.")
}
