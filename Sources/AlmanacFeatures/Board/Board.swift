// A board: queries as tiles, each live at the cost of what a commit changes in it. The named queries are one, and the
// statistics of a book.
//
//   shown ──> each query runs or resumes ──ran──> its first rows are read ──read──> drawn
//                                            └──> followed ──contentNeeded──> read once more
//   hidden ──> nothing is followed; shown ──> what has changed meanwhile
//   failed ──> the next commit ──> it runs again
public import AlmanacRecords
import Containers
import Databases
import LiveQueries
import LiveResults
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
    rowLimit = 1_000_000
  }
}

/// The feature of a board.
@Reducer
public struct Board {
  /// A query on the board.
  struct Tile: Equatable, Identifiable {
    let query: BoardQuery
    /// The result, once the query has been started.
    var result: QueryResult?
    /// The first rows; `nil` until they have been read.
    var content: QueryChart?
    /// Whether the content has been read since the result is followed: then it is as true as the result.
    var isCurrent = false
    /// Why the query did not run, or is not followed any more.
    var failure: QueryProblem?
    /// Why the followed result is not true any more, until a later commit mends it.
    var trouble: QueryProblem?

    var id: String { query.name }
    /// Why the rows are not those of the file.
    var problem: QueryProblem? { failure ?? trouble }
  }

  @ObservableState
  public struct State: Equatable {
    /// The tiles, in the order of the tabs.
    var tiles: [Tile]
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
      return former.filter { old in !queries.contains(old.query) }.compactMap(\.result)
    }

    /// Changes the tile with a result.
    fileprivate mutating func change(_ result: QueryResult, _ body: (inout Tile) -> Void) {
      if let index = tiles.firstIndex(where: { $0.result == result }) { body(&tiles[index]) }
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
    case troubled(QueryResult, QueryProblem?)
    /// The query of a result is to run once more.
    case runNeeded(QueryResult)
    /// The rows of a result have changed.
    case contentNeeded(QueryResult)
    /// The first rows of a result were read.
    case read(QueryChart, of: QueryResult)
    /// A query could not run or can't be followed.
    case failed(QueryResult, QueryProblem)
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
        let gone = state.take(queries)
        let closing: [Effect<Action>] = gone.map { result in .run { _ in await result.close() } }
        return .merge(closing + state.tiles.indices.map { begin($0, &state) })
      case .hidden:
        for index in state.tiles.indices {
          state.tiles[index].isCurrent = false
          // A query that has not run yet is begun again.
          if state.tiles[index].content == nil { state.tiles[index].result = nil }
        }
        let results = state.tiles.compactMap(\.result)
        return .merge(
          state.tiles.map { .cancel(id: EffectName.query($0.query)) }
            + [.run { _ in for result in results { await result.rest() } }])
      case .moved(let count):
        state.chosen = max(0, min(state.chosen + count, state.tiles.count - 1))
        return .none
      case .scrolled(let line):
        state.scroll = line
        return .none
      case .ran(let result): return .merge(follow(result, state), read(result, state))
      case .contentNeeded(let result): return read(result, state)
      case .troubled(let result, let trouble):
        state.change(result) { $0.trouble = trouble }
        return .none
      case .runNeeded(let result):
        guard let index = state.tiles.firstIndex(where: { $0.result == result }) else { return .none }
        state.tiles[index].trouble = nil
        return begin(index, &state)
      case .read(let content, let result):
        state.change(result) { ($0.content, $0.isCurrent, $0.failure) = (content, true, nil) }
        return .none
      case .failed(let result, let problem):
        state.change(result) { ($0.failure, $0.isCurrent) = (problem, false) }
        return runAfterCommit(result, state)
      case .openKeyPressed: return .none
      }
    }
  }

  /// Runs the query of a tile, or resumes its result.
  private func begin(_ index: Int, _ state: inout State) -> Effect<Action> {
    let (query, former) = (state.tiles[index].query, state.tiles[index].result)
    if let former, state.tiles[index].failure == nil, !former.status.needsRun {
      return run(query, former) { try await former.resume() }
    }
    let result = QueryResult(query.sql, with: query.parameters, number: index + 1, on: database)
    state.tiles[index].result = result
    return .merge(.run { _ in await former?.close() }, run(query, result) { try await result.open() })
  }

  private func run(
    _ query: BoardQuery, _ result: QueryResult, _ work: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    .run { send in
      try await work()
      await send(.ran(result))
    } catch: { error, send in
      await send(.failed(result, Self.problem(error)))
    }
    .cancellable(id: EffectName.query(query), cancelInFlight: true)
  }

  private func follow(_ result: QueryResult, _ state: State) -> Effect<Action> {
    guard let tile = state.tiles.first(where: { $0.result == result }) else { return .none }
    return .run(isLongLived: true) { _ in
      try await result.follow()
    } catch: { error, send in
      await send(.failed(result, Self.problem(error)))
    }
    .cancellable(id: EffectName.query(tile.query), cancelInFlight: true)
  }

  /// Another program may mend what a query lacks.
  private func runAfterCommit(_ result: QueryResult, _ state: State) -> Effect<Action> {
    guard let tile = state.tiles.first(where: { $0.result == result }) else { return .none }
    struct Committed: Error {}
    return .run(isLongLived: true) { [database] send in
      do {
        try await CommitStream(database).run { _ in throw Committed() }
      } catch is Committed {
        await send(.runNeeded(result))
      }
    } catch: { _, _ in
    }
    .cancellable(id: EffectName.query(tile.query), cancelInFlight: true)
  }

  private static func problem(_ error: any Error) -> QueryProblem {
    error as? QueryProblem ?? QueryProblem(error) ?? QueryProblem(description: "\(sentence(error)).", place: nil)
  }

  private func read(_ result: QueryResult, _ state: State) -> Effect<Action> {
    guard let tile = state.tiles.first(where: { $0.result == result }) else { return .none }
    return .run { send in
      let content = await QueryChart(result, atMost: tile.query.rowLimit)
      await send(.read(content, of: result))
    }
    .cancellable(id: EffectName.content(tile.query), cancelInFlight: true)
  }
}
