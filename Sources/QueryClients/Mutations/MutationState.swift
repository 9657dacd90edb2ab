// The state of a mutation, with its history.

/// The state of a mutation: what its latest run gave, and the runs before it.
///
/// A run that has been overtaken by a later one changes its place in the history and nothing besides.
public struct MutationState<Arguments: Sendable, Value: Sendable>: QueryStateProtocol {
  /// One run of the mutation.
  public struct Entry: Sendable {
    /// What it was run with.
    public let arguments: Arguments
    /// When it began, by the clock of the context.
    public let startedAt: Duration
    /// What it gave, the last one if it yielded.
    public fileprivate(set) var result: Result<Value, any Error>?
    /// Whether it goes on.
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
  /// How many runs of a mutation its state remembers. The default is 10.
  public var historyLength: Int {
    get { self[HistoryLengthKey.self] }
    set { self[HistoryLengthKey.self] = max(1, newValue) }
  }

  private enum HistoryLengthKey: Key { static var defaultValue: Int { 10 } }
}

/// What a run of a mutation is run with.
enum MutationArguments<Arguments: Sendable>: QueryContext.Key {
  static var defaultValue: Arguments? { nil }
}
