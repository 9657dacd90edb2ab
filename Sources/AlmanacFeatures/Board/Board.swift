// The board: every named query as a tile, live at the cost of what a commit changes in it.
//
//   shown ──> each query runs ──ran──> followed ──contentNeeded──> its first rows are read ──read──> drawn
//   hidden ──> nothing is followed; shown ──> what has changed meanwhile
public import AlmanacRecords
import Containers
import Databases
import LiveQueries
public import Stores

/// The feature of the board.
@Reducer
public struct Board {
  /// A named query on the board.
  struct Tile: Equatable, Identifiable {
    let query: NamedQuery
    /// The result, once the query has been started.
    var result: QueryResult?
    /// The first rows; `nil` until they have been read.
    var content: QueryChart?
    /// Why there are none, as a sentence.
    var problem: String?

    var id: String { query.name }
  }

  @ObservableState
  public struct State: Equatable {
    /// The tiles, in the order of the tabs.
    var tiles: [Tile]
    /// The index of the tile that Enter opens.
    var chosen = 0
    /// The line shown at the top.
    var scroll = 0

    init(_ queries: [NamedQuery]) { tiles = queries.map { Tile(query: $0) } }

    /// Takes over the present queries. A tile whose text is the same stays. Returns the results of the others.
    mutating func take(_ queries: [NamedQuery]) -> [QueryResult] {
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
    case shown([NamedQuery])
    /// The board is not shown any more.
    case hidden
    /// Another tile is chosen.
    case moved(by: Int)
    /// The board was scrolled to a line.
    case scrolled(to: Int)
    /// The chosen tile is opened.
    case openKeyPressed
    /// A query has run.
    case ran(QueryResult)
    /// The rows of a result have changed.
    case contentNeeded(QueryResult)
    /// The first rows of a result were read.
    case read(QueryChart, of: QueryResult)
    /// A query could not run or can't be followed, as a sentence says.
    case failed(QueryResult, String)
  }

  private enum EffectName: Hashable {
    case query(String)
    case content(String)
  }

  /// The most rows of a tile.
  private static let rowLimit = 1_000

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
        // A query that has not run yet is begun again.
        for index in state.tiles.indices where state.tiles[index].content == nil { state.tiles[index].result = nil }
        return .merge(state.tiles.map { .cancel(id: EffectName.query($0.id)) })
      case .moved(let count):
        state.chosen = max(0, min(state.chosen + count, state.tiles.count - 1))
        return .none
      case .scrolled(let line):
        state.scroll = line
        return .none
      case .ran(let result): return .merge(follow(result, state), read(result, state))
      case .contentNeeded(let result): return read(result, state)
      case .read(let content, let result):
        state.change(result) { ($0.content, $0.problem) = (content, nil) }
        return .none
      case .failed(let result, let sentence):
        state.change(result) { $0.problem = sentence }
        return .none
      case .openKeyPressed: return .none
      }
    }
  }

  /// Runs the query of a tile, or follows its result again.
  private func begin(_ index: Int, _ state: inout State) -> Effect<Action> {
    if let result = state.tiles[index].result, !result.status.needsRun { return .send(.ran(result)) }
    let tile = state.tiles[index]
    let result = QueryResult(
      tile.query.sql, with: tile.query.typed.mapValues(ParameterForm.value), number: index + 1, on: database)
    state.tiles[index].result = result
    return .run { send in
      try await result.open()
      await send(.ran(result))
    } catch: { error, send in
      let problem = (error as? QueryProblem ?? QueryProblem(error))?.description ?? "\(sentence(error))."
      await send(.failed(result, "The query did not run: \(problem) Enter opens it."))
    }
    .cancellable(id: EffectName.query(tile.id), cancelInFlight: true)
  }

  private func follow(_ result: QueryResult, _ state: State) -> Effect<Action> {
    guard let tile = state.tiles.first(where: { $0.result == result }) else { return .none }
    return .run(isLongLived: true) { _ in
      try await result.follow()
    } catch: { error, send in
      await send(.failed(result, "The result is not live any more: \(sentence(error))."))
    }
    .cancellable(id: EffectName.query(tile.id), cancelInFlight: true)
  }

  private func read(_ result: QueryResult, _ state: State) -> Effect<Action> {
    guard let tile = state.tiles.first(where: { $0.result == result }) else { return .none }
    return .run { send in
      let (columns, rows, version) = await result.content(atMost: Self.rowLimit)
      await send(.read(QueryChart(columns: columns, rows: rows, version: version), of: result))
    }
    .cancellable(id: EffectName.content(tile.id), cancelInFlight: true)
  }
}
