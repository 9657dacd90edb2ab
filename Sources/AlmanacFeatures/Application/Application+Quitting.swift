// Quitting: the question before it, and the work that ends with it.
import Stores

extension Application {
  /// Quits, or asks first if something would be lost.
  func quit(_ state: inout State) -> Effect<Action> {
    if state.hasSomethingToLose, !state.isQuitAsked {
      state.isQuitAsked = true
      return .none
    }
    // A long change that waits for a lock may get it before it is given up. Then the change is stopped. A change that
    // was just requested and waits for nothing is written.
    let giveUp: Effect<Action> = state.file.isWriteWaiting ? .send(.file(.giveUpKeyPressed)) : .none
    return .merge(giveUp, abandon(&state))
  }

  /// Quits without asking.
  func abandon(_ state: inout State) -> Effect<Action> {
    state.isQuitting = true
    return state.isChangeShown ? stopChange(&state) : .none
  }

  /// Notes how long the present change takes, for the status line. After quitting, the change is stopped, unless it
  /// waits for another program's lock, which has a limit of its own.
  func changeTakesTime(_ seconds: Int, _ state: inout State) -> Effect<Action> {
    if state.isQuitting, !state.file.isWriteWaiting, state.presentChange?.isStopping == false {
      return stopChange(&state)
    }
    state.setPresentChange {
      $0.isShown = !$0.asks
      $0.seconds = seconds
    }
    return .none
  }
}
