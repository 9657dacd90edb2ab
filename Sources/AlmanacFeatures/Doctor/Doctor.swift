// The checks of a file, one after the other.
//
//   :doctor ──> the first check ──runs on a reader──> its report ──> the next one ──> …
//   Esc ──> no one looks at it any more: the check under way is cancelled
import AlmanacRecords
import Containers
import Databases
import LiveQueries
import QueryClients
public import Stores

/// What a person sees and does while a file is checked.
@Reducer
public struct Doctor {
  /// A check that has begun.
  struct Run: Equatable, Sendable {
    let check: DoctorCheck
    let query: SharedQuery<DoctorState>

    init(_ check: DoctorCheck, of connection: SQLiteConnection) {
      self.check = check
      query = SharedQuery(DoctorQuery(check, of: connection))
    }

    /// Whether it is under way. Tracked.
    var isRunning: Bool { query.projectedValue.isLoading }
  }

  /// How far the checks have come.
  @ObservableState
  public struct State: Equatable {
    /// The checks that have begun. One reader does all of them: the lists need the others.
    var runs: [Run] = []
    /// Whether no further check begins.
    var isStopped = false
    var scroll = 0

    /// No check has begun: the screen asks for the first.
    public init() {}

    /// The check that is to begin now; `nil` where one is under way or none is left. Tracked.
    var next: DoctorCheck? {
      isStopped || runs.contains(where: \.isRunning)
        ? nil : DoctorCheck.allCases.first { check in !runs.contains { $0.check == check } }
    }

    /// Whether a check is under way or is to begin. Tracked.
    var isRunning: Bool { runs.contains(where: \.isRunning) || next != nil }
  }

  /// What a person or the screen asks for.
  @CasePathable
  public enum Action: Sendable {
    /// The next check is to begin.
    case nextWanted
    /// The key that checks again was pressed.
    case runKeyPressed
    /// The key that stops was pressed.
    case stopKeyPressed
    /// The findings were scrolled to a line.
    case scrolled(to: Int)
  }

  @Dependency(\.defaultDatabase) private var database

  /// Makes the reducer of the doctor.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nextWanted:
        if let next = state.next { state.runs.append(Run(next, of: database)) }
        return .none
      case .runKeyPressed:
        if !state.isRunning { state = State() }
        return .none
      case .stopKeyPressed:
        state.isStopped = true
        return .run { [runs = state.runs] _ in
          for run in runs { run.query.projectedValue.store.cancel() }
        }
      case .scrolled(let line):
        state.scroll = line
        return .none
      }
    }
  }
}
