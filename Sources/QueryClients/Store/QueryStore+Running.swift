// Runs a query.

import Activities
import Locks

extension QueryStore {
  /// Returns the value of the current run, or of a new one. `handler` receives the events meanwhile.
  ///
  /// Throws the error of the query, and `CancellationError` if the caller is cancelled; the run is then cancelled, too,
  /// unless others wait for it.
  @discardableResult
  public func fetch(
    using context: QueryContext? = nil, handler: QueryEventHandler<State>? = nil
  ) async throws -> State.QueryValue {
    let listener = handler.map { handler in
      contents.withLock { contents in
        let number = contents.nextNumber()
        contents.handlers[number] = handler
        return number
      }
    }
    defer { if let listener { contents.withLock { _ = $0.handlers.removeValue(forKey: listener) } } }
    return try await heldTask(using: context).wait(isHeld: true)
  }

  /// The current run, or a new one. It continues even if nothing waits for it.
  @discardableResult
  public func fetchTask(using context: QueryContext? = nil) -> QueryTask<State.QueryValue> {
    heldTask(using: context)
  }

  /// Runs the query for its subscribers even if it is not stale. Like a run for the first subscriber, it ends with the
  /// last one.
  public func runForSubscribers() { startOwnRun(isAsked: true) }

  /// Runs the query for its subscribers if its state is stale and it may run by itself.
  func runByItself() { startOwnRun(isAsked: false) }

  private func startOwnRun(isAsked: Bool) {
    let (state, context, isOpen) = contents.withLock {
      ($0.state, $0.context, $0.ownTask == nil && !$0.subscribers.isEmpty)
    }
    guard isOpen else { return }
    guard isAsked || State.runsByItself && context.mayRunByItself && context.isStale(state) else { return }
    let task = heldTask(using: nil)
    let surplus = contents.withLock { contents -> QueryTask<State.QueryValue>? in
      guard contents.ownTask == nil, !contents.subscribers.isEmpty else { return task }
      if !task.isFinished { contents.ownTask = task }
      return nil
    }
    surplus?.release()
    // The condition may have become false before the run was held; its observer then found no run to stop.
    if !isAsked, !context.mayRunByItself { stopOwnRun() }
  }

  /// Releases the run that started by itself.
  func stopOwnRun() {
    contents.withLock { contents in
      defer { contents.ownTask = nil }
      return contents.ownTask
    }?.release()
  }

  /// A run that the caller holds: the current one, or a new one.
  private func heldTask(using context: QueryContext?) -> QueryTask<State.QueryValue> {
    let (task, isNew) = contents.withLock { contents -> (QueryTask<State.QueryValue>, Bool) in
      let context = context ?? contents.context
      if context.isDeduplicated, let task = contents.tasks.last(where: { $0.hold() }) { return (task, false) }
      let task = QueryTask<State.QueryValue>(id: QueryRunID(number: contents.nextNumber()), context: context)
      _ = task.hold()
      contents.tasks.append(task)
      contents.idleSince = nil
      contents.state.begin(task.id, in: context)
      announce([.stateChanged(contents.state), .fetchingStarted], context, &contents)
      return (task, true)
    }
    guard isNew else { return task }
    activity.begin()
    events.run()
    task.start { await self.run(task) }
    return task
  }

  private func run(_ task: QueryTask<State.QueryValue>) async {
    let gate = QueryContinuation<State.QueryValue>.Gate { self.receive($0, from: task) }
    let result: Result<State.QueryValue, any Error>
    do {
      result = .success(try await task.context.withRetries { try await self.work($0, QueryContinuation(gate)) })
    } catch {
      result = .failure(error)
    }
    gate.close()
    end(task, result)
  }

  /// Receives a result of a run before its end.
  private func receive(_ result: Result<State.QueryValue, any Error>, from task: QueryTask<State.QueryValue>) {
    contents.withLock { contents in
      guard contents.tasks.contains(where: { $0 === task }) else { return }
      contents.state.receive(result, of: task.id, at: task.context.clock.now())
      announce([.resultReceived(result), .stateChanged(contents.state)], task.context, &contents)
    }
    events.run()
  }

  /// Ends a run. The subscribers are informed before the waiting callers.
  private func end(_ task: QueryTask<State.QueryValue>, _ result: Result<State.QueryValue, any Error>) {
    contents.withLock { contents in
      if let index = contents.tasks.firstIndex(where: { $0 === task }) {
        contents.tasks.remove(at: index)
        contents.state.receive(result, of: task.id, at: task.context.clock.now())
        contents.state.end(task.id)
        announce(
          [.resultReceived(result), .stateChanged(contents.state), .fetchingEnded], task.context, &contents)
      }
      if contents.ownTask === task { contents.ownTask = nil }
      contents.noteIdle()
      events.add { [activity] in
        task.finish(result)
        activity.end()
      }
    }
    events.run()
    context.queryClient?.evict()
  }
}

extension QueryStore.Contents {
  /// Records since when the store has neither subscribers nor runs.
  mutating func noteIdle() {
    let isIdle = subscribers.isEmpty && tasks.isEmpty
    idleSince = isIdle ? idleSince ?? context.evictionClock.now() : nil
  }
}
