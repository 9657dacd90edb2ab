// Factories that make their instances on an actor.
import Containers
import Dispatch
import TestSupport
import Testing

/// An actor with the compiler's own executor.
@globalActor private actor Drawing { static let shared = Drawing() }

/// An actor on a queue, whose own check ends the program without a message.
@globalActor private actor Storing {
  static let shared = Storing()
  private let executor = Queue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private final class Queue: SerialExecutor {
    private let queue = DispatchQueue(label: "storing")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
  }
}

/// An actor on a queue, whose check also accepts code that runs on the queue outside of any task.
@globalActor private actor Answering {
  static let shared = Answering()
  static let queue = DispatchQueue(label: "answering")
  private let executor = Queue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private final class Queue: SerialExecutor {
    private let mark = DispatchSpecificKey<Bool>()

    init() { Answering.queue.setSpecific(key: mark, value: true) }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Answering.queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func isIsolatingCurrentContext() -> Bool? { DispatchQueue.getSpecific(key: mark) }
  }
}

extension Container {
  @MainActor fileprivate var mainService: Factory<Service> { self { Service("main") } }
  @Drawing fileprivate var drawingService: Factory<Service> { self { Service("drawing") } }
  @Storing fileprivate var storingService: Factory<Service> { self { Service("storing") } }
  @Answering fileprivate var answeringService: Factory<Service> { self { Service("answering") } }
}

@Suite(.recordsIssues, .container)
struct ActorTests {
  @Test("FAC-25: a background task resolves by the asynchronous call what any actor makes")
  func asynchronously() async {
    let names = await Task.detached { [container = Container.shared] in
      let factories = await [container.mainService, container.drawingService, container.storingService]
      var names: [String] = []
      for factory in factories { names.append(await factory.resolve().name) }
      return names
    }.value
    #expect(names == ["main", "drawing", "storing"])
  }

  @Test("FAC-25: on its actor the plain call is enough, also behind a suspension and in a plain function")
  func onTheActor() async {
    @Drawing func draw() async -> [String] {
      let before = Container.shared.drawingService().name
      await Task.yield()
      return [before, name(Container.shared.drawingService)]
    }
    @Storing func store() async -> [String] {
      let before = Container.shared.storingService().name
      await Task.yield()
      return [before, name(Container.shared.storingService)]
    }
    #expect(await draw() == ["drawing", "drawing"])
    #expect(await store() == ["storing", "storing"])
  }

  @Test("FAC-25: where an actor's executor answers that the code is its own, the plain call is enough outside of tasks")
  func outsideOfTasks() async {
    let factory = await Container.shared.answeringService
    #expect(Answering.queue.sync { name(factory) } == "answering")
  }

  @Test("FAC-25: elsewhere the plain call is a trap that names the factory and the actor, and says how to mend it")
  func elsewhere() async throws {
    let main = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let factory = await Container.shared.mainService
        await Task.detached { _ = name(factory) }.value
      })
    let drawing = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let factory = await Container.shared.drawingService
        await Task.detached { _ = name(factory) }.value
      })
    let storing = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let factory = await Container.shared.storingService
        await Task.detached { _ = name(factory) }.value
      })
    let fromAnother = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let factory = await Container.shared.storingService
        await MainActor.run { _ = name(factory) }
      })
    for (result, factory, actor) in [
      (main, "mainService", "Swift.MainActor"), (drawing, "drawingService", "Drawing"),
      (storing, "storingService", "Storing"), (fromAnother, "storingService", "Storing"),
    ] {
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains("Container.\(factory) is made on "), "\(message)")
      #expect(message.contains("\(actor), and was resolved elsewhere."), "\(message)")
      #expect(message.contains("Resolve it with `await factory.resolve()`"), "\(message)")
    }
  }
}

private func name(_ factory: Factory<Service>) -> String { factory().name }
