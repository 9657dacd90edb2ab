import Containers
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
struct ScopeTests {
  let container = Container.shared

  @Test("FAC-01: unique gives two instances")
  func unique() {
    #expect(container.service() !== container.service())
  }

  @Test("FAC-02: cached gives the same, and a new one after a reset")
  func cached() {
    let first = container.cachedService()
    #expect(container.cachedService() === first)
    container.reset()
    #expect(container.cachedService() !== first)
  }

  @Test("FAC-03: registering clears the cache of that factory alone")
  func registerClearsOne() {
    let first = container.cachedService()
    let other = container.otherCachedService()
    container.cachedService.register { Service("NEW") }
    let second = container.cachedService()
    #expect(second !== first)
    #expect(second.name == "NEW")
    #expect(container.cachedService() === second)
    #expect(container.otherCachedService() === other)
  }

  @Test("FAC-04: shared gives the same while it is held")
  func shared() {
    var first: Service? = container.sharedService()
    var second: Service? = container.sharedService()
    #expect(first === second)
    weak let released = first
    first = nil
    #expect(container.sharedService() === second)
    second = nil
    #expect(released == nil)
    let third = container.sharedService()
    #expect(container.sharedService() === third)
  }

  @Test("FAC-04: a struct under shared is never the same")
  func sharedStruct() {
    let tally = Tally()
    container.sharedPlain.register {
      tally.add()
      return Plain()
    }
    _ = (container.sharedPlain(), container.sharedPlain())
    #expect(tally.count == 2)
  }

  @Test("FAC-05: one singleton for two instances of a container type and for two types")
  func singleton() {
    let first = container.singletonService()
    #expect(Container().singletonService() === first)
    container.reset()
    #expect(container.singletonService() === first)
    let common = container.commonService()
    #expect(OwnContainer.shared.commonService() === common)
    container.reset(scope: .singleton)
    #expect(container.singletonService() !== first)
    #expect(container.commonService() !== common)
  }

  @Test("FAC-07: nil is never cached")
  func optional() {
    let tally = Tally()
    container.optionalService.register {
      tally.add()
      return nil
    }
    #expect(container.optionalService() == nil)
    #expect(container.optionalService() == nil)
    #expect(tally.count == 2)
    container.optionalService.register { Service() }
    let first = container.optionalService()
    #expect(first != nil)
    #expect(container.optionalService() === first)
    container.optionalService.register { nil }
    #expect(container.optionalService() == nil)
  }

  @Test("graph gives the same within one resolution")
  func graph() {
    let pair = container.pair()
    #expect(pair.0 === pair.1)
    #expect(container.pair().0 !== pair.0)
  }

  @Test("A scope of one's own is reset apart from the others")
  func custom() {
    let session = container.sessionService()
    let cached = container.cachedService()
    #expect(container.sessionService() === session)
    container.reset(scope: .session)
    #expect(container.sessionService() !== session)
    #expect(container.cachedService() === cached)
  }

  @Test("Each parameter has its own cached instance")
  func parameters() {
    let one = container.numberedCached(1)
    #expect(container.numberedCached(1) === one)
    #expect(container.numberedCached(2).name == "2")
    #expect(container.numbered(3).name == "3")
    container.numberedCached.register { Service("registered \($0)") }
    #expect(container.numberedCached(1).name == "registered 1")
  }

  @Test("FAC-12: push and pop; a pop too many does nothing")
  func pushAndPop() {
    let before = container.cachedService()
    container.push()
    container.cachedService.register { Service("PUSHED") }
    #expect(container.cachedService().name == "PUSHED")
    container.pop()
    #expect(container.cachedService() === before)
    container.pop()
    #expect(container.cachedService() === before)
  }
}
