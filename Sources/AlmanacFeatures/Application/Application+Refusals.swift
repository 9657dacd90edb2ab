// The messages and questions of the screen when a key can't act.
import Stores

extension Application {
  func refused(_ refusal: KeyRefusal, _ state: inout State) -> Effect<Action> {
    switch refusal {
    case .because(let sentence): state.show(Message(text: sentence, isError: true))
    case .recordGone: state.show(.recordGone)
    case .oldRows:
      state.setShownList { $0.pausedCounts = nil }
      state.note("The list has caught up: press the key again for what it shows now.")
    case .writePermission: state.isWriteAsked = true
    case .notNow: state.isKeyRefused = true
    case .typedBehindFailure:
      let sentence = "What you typed after it was dropped."
      if !state.messages.add(sentence, on: state.tab) { state.show(Message(text: sentence, isError: true)) }
    }
    return .none
  }
}
