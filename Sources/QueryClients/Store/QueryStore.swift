// What a client keeps for one query.

import Activities
import Locks

/// Runs one query and holds what is known of it. Any thread may use it.
///
/// - A run begins when the first subscriber comes and the state is stale, when a condition begins to hold, or when
///   `fetch` asks for it. A second request joins the run that is under way, unless the query is not deduplicated.
/// - When the last subscriber leaves, the store cancels what started by itself, unless others wait for it.
/// - What happens reaches subscribers in its order.
public final class QueryStore<State: QueryStateProtocol>: Sendable {
  /// What names the query.
  public let path: QueryPath

  struct Contents {
    var state: State
    var context: QueryContext
    var lastNumber = 0
    /// The subscribers, and those that hear of one fetch.
    var handlers: [Int: QueryEventHandler<State>] = [:]
    var subscribers: Set<Int> = []
    /// The runs under way, the last one last.
    var tasks: [QueryTask<State.QueryValue>] = []
    /// The run that started by itself, held for the subscribers.
    var ownTask: QueryTask<State.QueryValue>?
    /// What tells of the condition for running by itself, while there are subscribers.
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

  /// A store that no client keeps.
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

  /// What is known, and how it came to be known.
  public var state: State { contents.withLock { $0.state } }

  /// What runs know of their surroundings, unless a call says otherwise.
  public var context: QueryContext {
    get { contents.withLock { $0.context } }
    set { contents.withLock { $0.context = newValue } }
  }

  /// What is known now. Setting it tells the subscribers.
  public var currentValue: State.StateValue {
    get { state.currentValue }
    set { setResult(.success(newValue)) }
  }

  /// Makes a value known, or an error that keeps the value, and tells the subscribers. It comes from outside: no run
  /// gave it.
  public func setResult(_ result: Result<State.StateValue, any Error>) {
    contents.withLock { contents in
      contents.state.results.take(result, at: contents.context.clock.now())
      announce([.stateChanged(contents.state)], contents.context, &contents)
    }
    events.run()
  }

  /// Whether the value is to be fetched again: a condition of the query says so, or the query has none.
  public var isStale: Bool {
    let (state, context) = contents.withLock { ($0.state, $0.context) }
    return context.isStale(state)
  }

  /// How many subscribers there are.
  public var subscriberCount: Int { contents.withLock { $0.subscribers.count } }

  /// The runs under way.
  public var activeTasks: [QueryTask<State.QueryValue>] { contents.withLock { $0.tasks } }

  /// Asks all runs to end, for all that wait for them.
  public func cancel() { for task in activeTasks { task.cancel() } }

  /// Goes back to the state at first. Runs are cancelled, and what they still give is dropped: those that wait for one
  /// get a `CancellationError` at once.
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

  /// Puts events in line for those that listen now. They hear them when the line runs, unless they have left.
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
