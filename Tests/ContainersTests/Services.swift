// The services that the tests of containers make.

import Containers
import Locks

class Service: @unchecked Sendable {
  let name: String
  init(_ name: String = "ORIGINAL") { self.name = name }
}

/// A protocol of objects.
protocol Greeter: AnyObject, Sendable { var greeting: String { get } }

final class Host: Greeter {
  let greeting = "Hello"
}

struct Plain: Sendable, Equatable {}

/// A container type of the tests.
final class OwnContainer: SharedContainer {
  let registry = Registry()
  init() {}
}

/// Counts instances.
final class Tally: Sendable {
  private let made = Lock(0)
  var count: Int { made.withLock { $0 } }
  func add() { made.withLock { $0 += 1 } }
}

/// A factory that two container types share.
protocol HasCommonService: SharedContainer {}

extension HasCommonService {
  var commonService: Factory<Service> { self { Service() }.singleton }
}

extension Container: HasCommonService {}
extension OwnContainer: HasCommonService {}

extension Container {
  var service: Factory<Service> { self { Service() } }
  var cachedService: Factory<Service> { self { Service() }.cached }
  var otherCachedService: Factory<Service> { self { Service() }.cached }
  var sharedService: Factory<Service> { self { Service() }.shared }
  var singletonService: Factory<Service> { self { Service() }.singleton }
  var sessionService: Factory<Service> { self { Service() }.scope(.session) }
  var greeter: Factory<any Greeter> { self { Host() }.shared }
  var sharedPlain: Factory<Plain> { self { Plain() }.shared }
  var optionalService: Factory<Service?> { self { nil }.cached }
  var promisedService: Factory<Service?> { promised() }
  var numbered: ParameterFactory<Int, Service> { self { Service("\($0)") } }
  var numberedCached: ParameterFactory<Int, Service> { self { Service("\($0)") }.cached }
  var debugService: Factory<Service> { self { Service() }.onDebug { Service("DEBUG") } }
  var testedService: Factory<Service> { self { Service() }.providedByTests { Service("PLACEHOLDER") } }
  var leaf: Factory<Service> { self { Service("leaf") }.graph }
  var pair: Factory<(Service, Service)> { self { (self.leaf(), self.leaf()) } }

  var circularA: Factory<Service> { self { self.circularB() } }
  var circularB: Factory<Service> { self { self.circularA() } }
  var circularCached: Factory<Service> { self { self.circularA2() }.cached }
  var circularA2: Factory<Service> { self { self.circularCached() }.cached }
  var countdown: ParameterFactory<Int, Int> { self { $0 == 0 ? 0 : self.countdown($0 - 1) + 1 } }
}

extension Scope {
  static let session = Scope.custom("session")
}
