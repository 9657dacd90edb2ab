// The checks of a file, one after the other.
//
//   :doctor ──> the first check ──runs on a reader──> its report ──> the next one ──> …
//   Esc ──> no observers are left: the running check is cancelled
import AlmanacRecords
import Containers
import Databases
import LiveQueries
import QueryClients
public import Stores

/// The feature of checking a file.
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

    /// Whether the check is running. Tracked.
    var isRunning: Bool { query.projectedValue.isLoading }
  }

  /// The progress of the checks.
  @ObservableState
  public struct State: Equatable {
    /// The checks that have begun. One reader runs all of them: the lists need the other readers.
    var runs: [Run] = []
    /// Whether no more checks begin.
    var isStopped = false

    /// Begins without a check: the screen asks for the first.
    public init() {}

    /// The check to begin now; `nil` if one is running or none is left. Tracked.
    var next: DoctorCheck? {
      isStopped || runs.contains(where: \.isRunning)
        ? nil : DoctorCheck.allCases.first { check in !runs.contains { $0.check == check } }
    }

    /// Whether a check is running or about to begin. Tracked.
    var isRunning: Bool { runs.contains(where: \.isRunning) || next != nil }
  }

  /// An action of the person or the screen.
  @CasePathable
  public enum Action: Sendable {
    /// Begin the next check.
    case nextWanted
    /// The key that checks again was pressed.
    case runKeyPressed
    /// The stop key was pressed.
    case stopKeyPressed
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
      }
    }
  }
}
