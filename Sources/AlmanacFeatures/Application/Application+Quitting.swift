// Leaving the program: what is asked first, and what ends with it.
import Stores

extension Application {
  /// Quits, or asks first where something would be lost.
  func quit(_ state: inout State) -> Effect<Action> {
    if state.hasSomethingToLose, !state.isQuitAsked {
      state.isQuitAsked = true
      return .none
    }
    // A long change that waits for a lock may have it before it is given up: then it is stopped. What was asked for
    // just before, and waits for nothing, is written.
    let giveUp: Effect<Action> = state.file.isWriteWaiting ? .send(.file(.giveUpKeyPressed)) : .none
    return .merge(giveUp, abandon(&state))
  }

  /// Quits without asking.
  func abandon(_ state: inout State) -> Effect<Action> {
    state.isQuitting = true
    return state.isChangeShown ? stopChange(&state) : .none
  }

  /// A change goes on: the status line shows for how long. One that is left behind is stopped, unless it waits for another
  /// program's lock, which has its own limit.
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
