// The part of a client for one query.

import Activities
import Locks

/// Runs one query and holds its state. Any thread may use it.
///
/// - A run begins when the first subscriber comes and the state is stale, when a condition becomes true, or when
///   `fetch` is called. A second request joins the current run, unless the query is not deduplicated.
/// - When the last subscriber leaves, the store cancels the run that it started by itself, unless others wait for it.
/// - Subscribers receive events in order.
public final class QueryStore<State: QueryStateProtocol>: Sendable {
  /// The identity of the query.
  public let path: QueryPath

  struct Contents {
    var state: State
    var context: QueryContext
    var lastNumber = 0
    /// The handlers of the subscribers, and of single fetches.
    var handlers: [Int: QueryEventHandler<State>] = [:]
    var subscribers: Set<Int> = []
    /// The active runs, the last one last.
    var tasks: [QueryTask<State.QueryValue>] = []
    /// The run that started by itself, held for the subscribers.
    var ownTask: QueryTask<State.QueryValue>?
    /// The subscription to the condition for running by itself, while there are subscribers.
    var condition: QuerySubscription?
    /// Since when there are neither subscribers nor runs.
    var idleSince: Duration?

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  let contents: Lock<Contents>
  let events = EventLine()
  let activity: Activity
  let work: @Sendable (QueryContext, QueryContinuation<State.QueryValue>) async throws -> State.QueryValue

  /// Makes a store without a client.
  public convenience init<Request: QueryRequest>(
    for request: Request, context: QueryContext = QueryContext()
  ) where Request.State == State {
    self.init(for: request, context: context, activity: Activity())
  }

  init<Request: QueryRequest>(
    for request: Request, context: QueryContext, activity: Activity
  ) where Request.State == State {
    path = request.path
    self.activity = activity
    work = { try await request.fetch(in: $0, with: $1) }
    var context = context
    request.setup(context: &context)
    contents = Lock(Contents(state: request.initialState, context: context, idleSince: context.evictionClock.now()))
  }

  /// The query's state: its value, and how that was obtained.
  public var state: State { contents.withLock { $0.state } }

  /// The context of runs, unless a call passes another one.
  public var context: QueryContext {
    get { contents.withLock { $0.context } }
    set { contents.withLock { $0.context = newValue } }
  }

  /// The current value. Setting it informs the subscribers.
  public var currentValue: State.StateValue {
    get { state.currentValue }
    set { setResult(.success(newValue)) }
  }

  /// Sets a value from outside, or an error, which keeps the value, and informs the subscribers. It belongs to no run.
  public func setResult(_ result: Result<State.StateValue, any Error>) {
    contents.withLock { contents in
      contents.state.results.take(result, at: contents.context.clock.now())
      announce([.stateChanged(contents.state)], contents.context, &contents)
    }
    events.run()
  }

  /// Whether the value should be fetched again: a condition of the query says so, or the query has none.
  public var isStale: Bool {
    let (state, context) = contents.withLock { ($0.state, $0.context) }
    return context.isStale(state)
  }

  /// The number of subscribers.
  public var subscriberCount: Int { contents.withLock { $0.subscribers.count } }

  /// The active runs.
  public var activeTasks: [QueryTask<State.QueryValue>] { contents.withLock { $0.tasks } }

  /// Asks all runs to end, for everything that waits for them.
  public func cancel() { for task in activeTasks { task.cancel() } }

  /// Returns to the initial state. Runs are cancelled, and their later results ignored; callers that wait for one get a
  /// `CancellationError` at once.
  public func reset() {
    let tasks = contents.withLock { contents in
      let tasks = contents.tasks
      contents.state.reset()
      contents.tasks = []
      contents.ownTask = nil
      contents.noteIdle()
      announce([.stateChanged(contents.state)], contents.context, &contents)
      for task in tasks {
        announce([.fetchingEnded], task.context, &contents)
        events.add { task.finish(.failure(CancellationError())) }
      }
      return tasks
    }
    for task in tasks { task.cancel() }
    events.run()
  }

  /// Queues events for the current handlers. They receive them when the line runs, unless they have left by then.
  func announce(_ happened: [QueryEvent<State>], _ context: QueryContext, _ contents: inout Contents) {
    let own = contents.context.ownHandlers(of: State.self)
    let listeners = contents.handlers.keys.sorted()
    for event in happened {
      events.add { [self] in
        for handler in own { handler(event, context) }
        for listener in listeners { self.contents.withLock { $0.handlers[listener] }?(event, context) }
      }
    }
  }
}
