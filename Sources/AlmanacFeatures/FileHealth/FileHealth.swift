// What stands between the screen and its file: another program's lock, or that the file is not what it was.
import Containers
public import Databases
import LiveQueries
public import Stores

/// What is known of the file, and what a person does about it.
@Reducer
public struct FileHealth {
  @ObservableState
  public struct State: Equatable {
    /// The file as it was opened.
    public let opened: OpenFile
    /// What is known of the file.
    public var status = FileStatus()
    /// Why the file that has taken this one's place can't be shown, as a clause; `nil` until it has been tried as it
    /// stands there now.
    public var refusal: String?
    /// Whether the person has given up waiting for the file that has taken this one's place.
    public var isReplacementGivenUp = false
    /// For how many seconds a lock has been waited for.
    public var waitedSeconds = 0

    /// Whether it may be written to without a question.
    public internal(set) var isWriteAllowed: Bool

    /// Begins with a file that has just been opened.
    public init(_ opened: OpenFile) { (self.opened, isWriteAllowed) = (opened, opened.isWriteAllowed) }

    /// Why nothing can be changed in the file that is open; `nil` where something can.
    var restriction: OpenFile.Restriction? {
      opened.restriction ?? (status.isReadOnly ? status.isJournalRefused ? .journal : .file : nil)
    }

    /// Whether a write waits for a lock.
    public var isWriteWaiting: Bool { status.waiting.contains(.write) }
    /// Whether something waits for a lock that a person can end: a write, or a file that has come to be opened.
    public var canGiveUp: Bool { !status.waiting.isDisjoint(with: [.write, .opening]) }
  }

  /// What can happen to the file.
  @CasePathable
  public enum Action: Sendable {
    /// The status has changed.
    case statusChanged(FileStatus)
    /// The file that has taken this one's place can't be shown as it stood there, for a reason.
    case replacementRefused(FileVersion, String)
    /// Something has waited for a lock for so long.
    case waited(seconds: Int)
    /// The key that gives up waiting was pressed.
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
        // What has changed since is to be tried. Given up is what stood there when the person did that.
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
