// Follows a query for screens.

import Locks

extension QueryStore {
  /// Calls `handler` with the state at once and then with all events, until the subscription is cancelled or freed. The
  /// first subscriber runs the query if its state is stale.
  public func subscribe(with handler: QueryEventHandler<State>) -> QuerySubscription {
    let (number, isFirst) = contents.withLock { contents in
      let number = contents.nextNumber()
      let (state, context) = (contents.state, contents.context)
      contents.handlers[number] = handler
      contents.subscribers.insert(number)
      contents.idleSince = nil
      events.add { handler(.stateChanged(state), context) }
      return (number, contents.subscribers.count == 1)
    }
    events.run()
    if isFirst {
      followCondition()
      runByItself()
    }
    return QuerySubscription { [weak self] in self?.unsubscribe(number) }
  }

  /// The current state and each later one; a slow consumer gets only the latest. The sequence is subscribed while it is
  /// iterated.
  public var states: AsyncStream<State> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
      let subscription = subscribe(with: QueryEventHandler { state, _ in stream.yield(state) })
      stream.onTermination = { _ in subscription.cancel() }
    }
  }

  private func unsubscribe(_ number: Int) {
    // In one step: the next subscriber may start another run, which must not be stopped.
    let (isLast, condition, task) = contents.withLock { contents in
      contents.handlers.removeValue(forKey: number)
      contents.subscribers.remove(number)
      contents.noteIdle()
      guard contents.subscribers.isEmpty else {
        return (false, nil as QuerySubscription?, nil as QueryTask<State.QueryValue>?)
      }
      defer { (contents.condition, contents.ownTask) = (nil, nil) }
      return (true, contents.condition, contents.ownTask)
    }
    condition?.cancel()
    task?.release()
    if isLast { context.queryClient?.evict() }
  }

  /// Runs the query when its condition becomes true, and cancels that run when it becomes false.
  private func followCondition() {
    guard State.runsByItself, let condition = context.runCondition else { return }
    let subscription = condition.subscribe(in: context) { [weak self] isSatisfied in
      if isSatisfied { self?.runByItself() } else { self?.stopOwnRun() }
    }
    let surplus = contents.withLock { contents in
      let isNeeded = !contents.subscribers.isEmpty
      defer { if isNeeded { contents.condition = subscription } }
      return isNeeded ? contents.condition : subscription
    }
    surplus?.cancel()
  }
}
