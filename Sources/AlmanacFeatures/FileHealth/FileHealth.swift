// Obstacles between the screen and its file: another program's lock, or that the file is gone, damaged or replaced.
import Containers
public import Databases
import LiveQueries
public import Stores

/// The feature of the file's health.
@Reducer
public struct FileHealth {
  @ObservableState
  public struct State: Equatable {
    /// The file as it was opened.
    public let opened: OpenFile
    /// The status of the file.
    public var status = FileStatus()
    /// Why the file that has replaced this one can't be shown, as a clause; `nil` until its present version has been
    /// tried.
    public var refusal: String?
    /// Whether the person has given up waiting for the replacing file.
    var isReplacementGivenUp = false
    /// Whether shown rows have reported that the file is damaged.
    var isDamageFound = false
    /// How many seconds a lock has been awaited.
    var waitedSeconds = 0

    /// Whether it may be written to without a question.
    public internal(set) var isWriteAllowed: Bool

    /// Begins with a file that has just been opened.
    public init(_ opened: OpenFile) { (self.opened, isWriteAllowed) = (opened, opened.isWriteAllowed) }

    /// Why nothing can be changed in the open file; `nil` if something can.
    var restriction: OpenFile.Restriction? {
      opened.restriction ?? (status.isReadOnly ? status.isJournalRefused ? .journal : .file : nil)
    }

    /// Whether a write waits for a lock.
    var isWriteWaiting: Bool { status.waiting.contains(.write) }
    /// Whether the person can end a lock wait: of a write, or of opening the replacing file.
    var canGiveUp: Bool { !status.waiting.isDisjoint(with: [.write, .opening]) }
  }

  /// An action of the file's health.
  @CasePathable
  public enum Action: Sendable {
    /// The status has changed.
    case statusChanged(FileStatus)
    /// The version of the replacing file can't be shown, with the reason.
    case replacementRefused(FileVersion, String)
    /// Something has waited for a lock for this long.
    case waited(seconds: Int)
    /// The key that ends a wait was pressed.
    case giveUpKeyPressed
  }

  @Dependency(\.defaultDatabase) private var database

  /// Makes the reducer of the file.
  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .statusChanged(let status):
        if state.status.waiting.isEmpty || status.waiting.isEmpty { state.waitedSeconds = 0 }
        if state.status.condition != status.condition { (state.refusal, state.isReplacementGivenUp) = (nil, false) }
        state.status = status
        return .none
      case .replacementRefused(let version, let reason):
        // A later version is still to be tried, unless the person has given up the wait.
        if state.isReplacementGivenUp || state.status.condition == .replaced(by: version) { state.refusal = reason }
        return .none
      case .waited(let seconds):
        state.waitedSeconds = seconds
        return .none
      case .giveUpKeyPressed:
        state.isReplacementGivenUp = state.status.waiting.contains(.opening)
        return .run { [database] _ in database.giveUpWaiting() }
      }
    }
  }
}
