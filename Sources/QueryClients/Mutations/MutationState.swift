// The state of a mutation, with its history.

/// The state of a mutation: the result of its latest run, and the earlier runs.
///
/// A run that a later one has overtaken changes only its entry in the history.
public struct MutationState<Arguments: Sendable, Value: Sendable>: QueryStateProtocol {
  /// One run of the mutation.
  public struct Entry: Sendable {
    /// The arguments of the run.
    public let arguments: Arguments
    /// The time when it began, by the context's clock.
    public let startedAt: Duration
    /// Its result; if it yielded several, the last one.
    public fileprivate(set) var result: Result<Value, any Error>?
    /// Whether it is still running.
    public fileprivate(set) var isRunning = true
    fileprivate let run: QueryRunID
  }

  /// The last runs, the latest one last.
  public private(set) var history: [Entry] = []

  public var results = QueryResults<Value?>(nil)
  private var runs: Set<QueryRunID> = []

  /// Makes a state without a run.
  public init() {}

  public static var runsByItself: Bool { false }
  public var initialValue: Value? { nil }
  public var isLoading: Bool { !runs.isEmpty }

  public var status: QueryStatus<Value> {
    if isLoading { return .loading }
    if let error { return .result(.failure(error)) }
    return currentValue.map { .result(.success($0)) } ?? .idle
  }

  public mutating func begin(_ run: QueryRunID, in context: QueryContext) {
    runs.insert(run)
    guard let arguments = context[MutationArguments<Arguments>.self] else { return }
    history.append(Entry(arguments: arguments, startedAt: context.clock.now(), run: run))
    history.removeFirst(max(0, history.count - context.historyLength))
  }

  public mutating func receive(_ result: Result<Value, any Error>, of run: QueryRunID, at time: Duration) {
    guard let index = history.firstIndex(where: { $0.run == run }) else { return }
    history[index].result = result
    guard index == history.count - 1 else { return }
    results.take(result.map(Optional.some), at: time)
  }

  public mutating func end(_ run: QueryRunID) {
    runs.remove(run)
    guard let index = history.firstIndex(where: { $0.run == run }) else { return }
    history[index].isRunning = false
  }

  public mutating func reset() { self = Self() }
}

extension QueryContext {
  /// The number of runs of a mutation that its state remembers. The default is 10.
  public var historyLength: Int {
    get { self[HistoryLengthKey.self] }
    set { self[HistoryLengthKey.self] = max(1, newValue) }
  }

  private enum HistoryLengthKey: Key { static var defaultValue: Int { 10 } }
}

/// The key for the arguments of a mutation's run.
enum MutationArguments<Arguments: Sendable>: QueryContext.Key {
  static var defaultValue: Arguments? { nil }
}
