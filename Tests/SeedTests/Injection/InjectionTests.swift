// Document 001 runs.

import Containers
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
struct InjectionTests {
  struct Mock: MyServiceType {
    func load() async -> Results { ["mock"] }
  }

  @Test("FAC-01: StateObjects: a unique factory makes a model for each view")
  func stateObjects() async {
    #expect(await StateObjects.draw() == [["Ada", "Bob"], []])
  }

  @Test("FAC-21: InjectedObject: a view owns one model, however often it is drawn")
  func injectedObject() async {
    #expect(await InjectedObjects.draw() == [["Ada", "Bob"], ["Ada", "Bob"]])
  }

  @Test("ViewModel Dependencies: a model takes its service from the container, by itself or by its initializer")
  func dependencies() async {
    #expect(await ViewModelDependencies.draw() == ["Ada", "Bob"])
    #expect(await InitializerInjection.draw() == ["Ada", "Bob"])
    Container.shared.myService.register { Mock() }
    #expect(await ViewModelDependencies.draw() == ["mock"])
    #expect(await InitializerInjection.draw() == ["mock"])
  }

  @Test("Observation: a model with an injected service tells of its results")
  func observation() async {
    let drawn = await Observed.draw()
    #expect(drawn.results == ["Ada", "Bob"])
    #expect(drawn.isTold)
  }

  @Test("FAC-25: Coping With @MainActor: a factory of the main actor makes its models there, registered anew too")
  @MainActor func mainActor() async {
    #expect(await OnMainActor.draw() == ["Ada", "Bob"])
    #expect(OnMainActor.registerAgain() == 2)
  }
}
