// The feature before the book is open: asks how a new book begins, shows a long wait, and lets the person leave.
import AlmanacRecords
import Stores

/// The feature of opening a book.
@Reducer
struct Opening {
  @ObservableState
  struct State: Equatable {
    enum Stage: Hashable {
      /// The person is asked how the new book begins.
      case asking
      case opening
      /// The person has left, or will as soon as possible.
      case leaving
    }

    var stage: Stage
    /// The answer that Enter chooses.
    var choice = Book.Options.Beginning.samples
    /// The person's answer; `nil` without a question.
    var answer: Book.Options.Beginning?
    /// Whether opening takes so long that the screen shows it.
    var isWaitShown = false
    /// Whether opening waits for another program's lock.
    var isLocked = false
    /// The program that waits for the file to itself and keeps others out meanwhile; `nil` if there is none.
    var keptOutBy: WaitingProgram?
    /// How many seconds opening has taken.
    var seconds = 0

    init(isAsked: Bool) { stage = isAsked ? .asking : .opening }
  }

  @CasePathable
  enum Action: Sendable {
    case choiceKeyPressed
    case samplesKeyPressed
    case emptyKeyPressed
    case enterKeyPressed
    case leaveKeyPressed
    case waited(seconds: Int)
    case lockChanged(isLocked: Bool, by: WaitingProgram?)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .choiceKeyPressed: state.choice = state.choice == .samples ? .empty : .samples
      case .samplesKeyPressed: answer(.samples, &state)
      case .emptyKeyPressed: answer(.empty, &state)
      case .enterKeyPressed: answer(state.choice, &state)
      case .leaveKeyPressed: state.stage = .leaving
      case .waited(let seconds): (state.isWaitShown, state.seconds) = (true, seconds)
      case .lockChanged(let isLocked, let program):
        // After the person has left, the state stays as they saw it.
        if state.stage != .leaving { (state.isLocked, state.keptOutBy) = (isLocked, program) }
      }
      return .none
    }
  }

  private func answer(_ answer: Book.Options.Beginning, _ state: inout State) {
    state.choice = answer
    state.answer = answer
    state.stage = .opening
  }
}
