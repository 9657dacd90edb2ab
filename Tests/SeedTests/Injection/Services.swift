// Document 001: types that its code uses and does not show.

import Containers

typealias Results = [String]

protocol MyServiceType: Sendable {
  func load() async -> Results
}

struct MyService: MyServiceType {
  func load() async -> Results { ["Ada", "Bob"] }
}

extension Container {
  var myService: Factory<MyServiceType> {
    self { MyService() }
  }
}
