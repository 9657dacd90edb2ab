// A board: queries as tiles, each live at the cost of what a commit changes in it. The named queries are one, and the
// statistics of a book.
//
//   shown ──> each query runs or resumes ──ran──> its first rows are read ──read──> drawn
//                                            └──> followed ──contentNeeded──> read once more
//   hidden ──> runs end, results rest; shown ──> what has changed meanwhile
//   failed ──> the next commit ──> it runs again
import Activities
public import AlmanacRecords
import Containers
import Databases
import LiveQueries
import LiveResults
import Locks
public import Stores
import StructuredQueries

/// A query on a board.
public struct BoardQuery: Hashable, Sendable {
  let name: String
  let sql: String
  let parameters: QueryParameters
  /// The most rows of the tile.
  let rowLimit: Int

  /// The tile of a named query.
  init(_ query: NamedQuery) {
    (name, sql) = (query.name, query.sql)
    parameters = query.typed.mapValues(ParameterForm.value)
    rowLimit = 1_000
  }

  /// The tile of a query of the program.
  init(_ name: String, _ query: TypedQuery<some QueryDecodable>) {
    (self.name, sql, parameters) = (name, query.sql, query.parameters)
    rowLimit = QueryResult.rowLimit
  }
}

/// The feature of a board.
@Reducer
public struct Board {
  /// A query on the board.
  struct Tile: Equatable, Identifiable {
    let query: BoardQuery
    /// The run under way.
    var running: QueryResult?
    /// The result of the last run.
    var result: QueryResult?
    /// The first rows; `nil` until they have been read.
    var content: QueryChart?
    /// Whether the content has been read since the result is followed: then it is as true as the result.
    var isCurrent = false
    /// Whether the content is being read. Commits that come meanwhile wait for one more read.
    var isBeingRead = false
    /// Why the query did not run, or is not followed any more.
    var failure: QueryProblem?
    /// Why the followed result is not true any more, until a later commit mends it.
    var trouble: QueryProblem?

    var id: String { query.name }
    /// Why the rows are not those of the file.
    var problem: QueryProblem? { failure ?? trouble }
    /// Whether the content is that of the file, or will be in a moment. Tracked.
    var isTrue: Bool { isCurrent && result?.status.isBehind != true }
    /// All results with a connection to the file.
    var results: [QueryResult] { [running, result].compactMap(\.self) }
  }

  @ObservableState
  public struct State: Equatable {
    /// The tiles, in the order of the tabs.
    var tiles: [Tile]
    /// Whether the board is on the screen: the queries run and are followed only then.
    var isShown = false
    /// The index of the tile that Enter opens.
    var chosen = 0
    /// The line shown at the top.
    var scroll = 0

    init(_ queries: [BoardQuery]) { tiles = queries.map { Tile(query: $0) } }

    /// Takes over the present queries. A tile whose text is the same stays. Returns the results of the others.
    mutating func take(_ queries: [BoardQuery]) -> [QueryResult] {
      let former = tiles
      tiles = queries.map { query in former.first { $0.query == query } ?? Tile(query: query) }
      chosen = max(0, min(chosen, tiles.count - 1))
      return former.filter { old in !queries.contains(old.query) }.flatMap(\.results)
    }

    /// The index of the tile of a query; nil if the board is not shown any more, or has no such tile.
    fileprivate func shownIndex(of query: BoardQuery) -> Int? {
      isShown ? tiles.firstIndex { $0.query == query } : nil
    }
  }

  /// An action of the board.
  @CasePathable
  public enum Action: Sendable {
    /// The board is shown, with these queries.
    case shown([BoardQuery])
    /// The board is not shown any more.
    case hidden
    /// Another tile is chosen.
    case moved(by: Int)
    /// The board was scrolled to a line.
    case scrolled(to: Int)
    /// The chosen tile is opened.
    case openKeyPressed
    /// A query has run, or its result has taken in what was committed while it rested.
    case ran(QueryResult)
    /// A followed result is not true any more, or is again.
    case troubled(BoardQuery, QueryProblem?)
    /// A query is to run once more.
    case runNeeded(BoardQuery)
    /// The rows of a result have changed.
    case contentNeeded(BoardQuery)
    /// The first rows of a result were read; nil: its query must run once more.
    case read(QueryChart?, of: QueryResult)
    /// A query could not run or can't be followed. It rests before it runs again.
    case failed(QueryResult, QueryProblem, rest: Duration)
  }

  private enum EffectName: Hashable {
    // Not the name alone: the statistics and a named query may share it.
    case query(BoardQuery)
    case content(BoardQuery)
  }

  @Dependency(\.defaultDatabase) private var database

  /// Makes the reducer of the board.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .shown(let queries):
        let former = state.tiles.map(\.query).filter { !queries.contains($0) }
        let gone = state.take(queries)
        state.isShown = true
        return .merge(former.flatMap(cancel) + [close(gone)] + state.tiles.indices.map { begin($0, &state) })
      case .hidden: return hide(&state)
      case .moved(let count):
        state.chosen = max(0, min(state.chosen + count, state.tiles.count - 1))
        return .none
      case .scrolled(let line):
        state.scroll = line
        return .none
      case .ran(let result):
        guard let index = state.tiles.firstIndex(where: { $0.results.contains(result) }) else { return close([result]) }
        let former = state.tiles[index].results.filter { $0 != result }
        (state.tiles[index].running, state.tiles[index].result) = (nil, result)
        return .merge(close(former), follow(result, of: state.tiles[index].query), read(index, &state))
      case .contentNeeded(let query):
        guard let index = state.shownIndex(of: query), !state.tiles[index].isBeingRead else { return .none }
        return read(index, &state)
      case .troubled(let query, let trouble):
        if let index = state.shownIndex(of: query) { state.tiles[index].trouble = trouble }
        return .none
      case .runNeeded(let query):
        guard let index = state.shownIndex(of: query), state.tiles[index].running == nil else { return .none }
        (state.tiles[index].trouble, state.tiles[index].isCurrent) = (nil, false)
        return begin(index, &state)
      case .read(let content, let result):
        guard let index = state.tiles.firstIndex(where: { $0.result == result }) else { return .none }
        state.tiles[index].isBeingRead = false
        guard let content else { return .none }
        (state.tiles[index].content, state.tiles[index].isCurrent, state.tiles[index].failure) = (content, true, nil)
        return .none
      case .failed(let result, let problem, let rest):
        guard let index = state.tiles.firstIndex(where: { $0.results.contains(result) }) else { return .none }
        if state.tiles[index].running == result { state.tiles[index].running = nil }
        (state.tiles[index].failure, state.tiles[index].isCurrent) = (problem, false)
        return runAfterCommit(state.tiles[index].query, rest: rest)
      case .openKeyPressed: return .none
      }
    }
  }

  /// Ends the runs, and lets the results rest.
  private func hide(_ state: inout State) -> Effect<Action> {
    state.isShown = false
    let (running, results) = (state.tiles.compactMap(\.running), state.tiles.compactMap(\.result))
    for index in state.tiles.indices {
      state.tiles[index].running = nil
      (state.tiles[index].isCurrent, state.tiles[index].isBeingRead) = (false, false)
    }
    return .merge(
      state.tiles.map(\.query).flatMap(cancel)
        + [close(running), .run { _ in for result in results { await result.rest() } }])
  }

  private func cancel(_ query: BoardQuery) -> [Effect<Action>] {
    [.cancel(id: EffectName.query(query)), .cancel(id: EffectName.content(query))]
  }

  private func close(_ results: [QueryResult]) -> Effect<Action> {
    results.isEmpty ? .none : .run { _ in for result in results { await result.close() } }
  }

  /// Runs the query of a tile, or resumes its result.
  private func begin(_ index: Int, _ state: inout State) -> Effect<Action> {
    let tile = state.tiles[index]
    if let result = tile.result, tile.failure == nil, !result.status.needsRun {
      return run(tile.query, result) { try await result.resume() }
    }
    let result = QueryResult(tile.query.sql, with: tile.query.parameters, number: index + 1, on: database)
    state.tiles[index].running = result
    return .merge(
      close([tile.running].compactMap(\.self)), run(tile.query, result) { try await result.open() })
  }

  private func run(
    _ query: BoardQuery, _ result: QueryResult, _ work: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    let start = ContinuousClock.now
    return .run { send in
      try await work()
      await send(.ran(result))
    } catch: { error, send in
      // A query that fails late takes a tenth of a processor, as one that runs again.
      await send(.failed(result, Self.problem(error), rest: (.now - start) * 9))
    }
    .cancellable(id: EffectName.query(query), cancelInFlight: true)
  }

  private func follow(_ result: QueryResult, of query: BoardQuery) -> Effect<Action> {
    .run(isLongLived: true) { _ in
      try await result.follow()
    } catch: { error, send in
      await send(.failed(result, Self.problem(error), rest: .zero))
    }
    .cancellable(id: EffectName.query(query), cancelInFlight: true)
  }

  /// Another program may mend what a query lacks.
  private func runAfterCommit(_ query: BoardQuery, rest: Duration) -> Effect<Action> {
    .run(isLongLived: true) { [database] send in
      let end = ContinuousClock.now + rest
      let (commits, teller) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let activity = database.activity
      // Whether a run is owed: until it is under way, nothing has settled. Nil: this wait is over.
      let isOwed = Lock<Bool?>(false)
      let subscription = database.subscribe { _ in
        isOwed.withLock { isOwed in
          guard isOwed == false else { return }
          activity.begin()
          isOwed = true
        }
        teller.yield()
      }
      defer {
        subscription.cancel()
        isOwed.withLock { isOwed in
          if isOwed == true { activity.end() }
          isOwed = nil
        }
      }
      for await _ in commits {
        try await Task.sleep(until: end, clock: .continuous)
        return await send(.runNeeded(query))
      }
    }
    .cancellable(id: EffectName.query(query), cancelInFlight: true)
  }

  private static func problem(_ error: any Error) -> QueryProblem {
    error as? QueryProblem ?? QueryProblem(error) ?? QueryProblem(description: "\(sentence(error)).", place: nil)
  }

  private func read(_ index: Int, _ state: inout State) -> Effect<Action> {
    let query = state.tiles[index].query
    guard let result = state.tiles[index].result else { return .none }
    state.tiles[index].isBeingRead = true
    return .run { send in
      await send(.read(await QueryChart(result, atMost: query.rowLimit), of: result))
    }
    .cancellable(id: EffectName.content(query), cancelInFlight: true)
  }
}
