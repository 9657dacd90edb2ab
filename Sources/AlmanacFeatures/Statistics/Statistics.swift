// The live statistics of a book: a board of typed queries.
public import AlmanacRecords
import Databases
public import Stores
import StructuredQueries

/// The feature of the statistics.
@Reducer
public struct Statistics {
  @ObservableState
  public struct State: Equatable {
    /// The queries. They rest at first, and while the statistics are not on the screen.
    var board = Board.State(Part.allCases.map(\.query))
    /// The last added users, the newest first.
    public fileprivate(set) var newest: [ListedRow]?
    /// How many users are active, and how many are not.
    public fileprivate(set) var states: UserStates?
    /// How many records were added in each month.
    public fileprivate(set) var growth: MonthlyGrowth?
    /// The most frequent mail domains. If they are too many to be read, `others` is what is left of all users.
    public var domains: MailDomains? {
      guard var domains = readDomains, hasMoreDomains, let states else { return readDomains }
      domains.others = max(0, states.all - domains.largest.map(\.count).reduce(0, +))
      return domains
    }
    fileprivate var readDomains: MailDomains?
    fileprivate var hasMoreDomains = false
    /// The top shown line.
    public fileprivate(set) var scroll = 0
    /// Whether the numbers are paused, whatever is written.
    public internal(set) var isPaused = false

    /// Makes the statistics. Nothing is read until they are shown.
    public init() {}

    /// The first read error of a part, in the order of the parts; `nil` if there is none.
    var loadError: (any Error)? { board.tiles.lazy.compactMap(\.problem).first }

    /// Whether any part was ever read.
    var hasBeenRead: Bool { board.tiles.contains { $0.content != nil } }

    /// The parts that are as the file is.
    var current: Set<Part> {
      Set(board.tiles.lazy.filter { $0.isCurrent && $0.problem == nil }.compactMap { Part(rawValue: $0.id) })
    }
  }

  /// A part of the statistics, with a query of its own.
  enum Part: String, CaseIterable {
    case newest, states, growth, domains

    var query: BoardQuery {
      switch self {
      case .newest: BoardQuery(rawValue, NewestUsers.query)
      case .states: BoardQuery(rawValue, UserStates.query)
      case .growth: BoardQuery(rawValue, MonthlyGrowth.query)
      case .domains: BoardQuery(rawValue, MailDomains.query)
      }
    }
  }

  /// An action of the statistics.
  @CasePathable
  public enum Action: Sendable {
    /// An action of the board.
    case board(Board.Action)
    /// The board was scrolled to a line.
    case scrolled(to: Int)
    /// The pause key was pressed.
    case pauseKeyPressed
  }

  /// Makes the reducer of the statistics.
  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.board, action: \.board) { Board() }
    Reduce { state, action in
      switch action {
      case .board(.read(let content?, let result)):
        guard let tile = state.board.tiles.first(where: { $0.result == result }), let part = Part(rawValue: tile.id)
        else { return .none }
        do {
          try Self.take(content.rows, of: part, &state)
          return .none
        } catch {
          let problem = QueryProblem(description: "\(sentence(error)).", place: nil)
          return .send(.board(.failed(result, problem, rest: result.status.runTime * 9)))
        }
      case .board: return .none
      case .scrolled(let line):
        state.scroll = line
        return .none
      case .pauseKeyPressed:
        state.isPaused.toggle()
        return .none
      }
    }
  }

  /// Takes over the rows of a part.
  private static func take(_ rows: [[ExactValue]], of part: Part, _ state: inout State) throws {
    switch part {
    case .newest: state.newest = try NewestUsers.query.values(of: rows).map { NewestUsers.listed($0) }
    case .states: state.states = try UserStates.query.values(of: rows).first.map { UserStates($0) }
    case .growth:
      state.growth = MonthlyGrowth(
        try MonthlyGrowth.query.values(of: rows).map { (month: $0.values.0, count: $0.values.1) })
    case .domains:
      state.readDomains = MailDomains(
        try MailDomains.query.values(of: rows).map { (name: $0.values.0, count: $0.values.1) })
      state.hasMoreDomains = rows.count == part.query.rowLimit
    }
  }
}
