// Which work has failed that a key asked for: what was typed behind that key meant what did not come about.
import Stores

extension Application.Action {
  /// Whether it says that work has failed.
  var isFailure: Bool {
    switch self {
    case .jumpFailed, .stepFailed, .changesNotOpened: true
    case .lists(.element(_, let action)), .changes(let action): action.isFailure
    default: false
    }
  }
}

extension RecordList.Action {
  fileprivate var isFailure: Bool {
    switch self {
    case .windowLoadEnded(_, let isRead): !isRead
    case .revealFailed, .marksUnknown, .report(.failed), .report(.saveEnded(isDone: false)),
      .report(.changeEnded(isDone: false)), .form(.notFilled), .form(.lookUpFailed), .form(.editorFailed),
      .form(.saveFailed), .form(.saveRefused):
      true
    default: false
    }
  }
}
