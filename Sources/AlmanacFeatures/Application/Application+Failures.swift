// Which actions report that requested work failed. Keys typed after that request relied on its result.
import Stores

extension Application.Action {
  /// Whether it reports failed work.
  var isFailure: Bool {
    switch self {
    case .jump(.failed), .journal(.notOpened), .query(.failed), .query(.statement(.failed)): true
    // Some failures ask a question instead.
    case .step(.failed(_, _, let failure)): failure.left.isEmpty
    case .lists(.element(_, let action)), .changes(let action), .netChanges(let action), .past(let action),
      .query(.lists(.element(_, let action))):
      action.isFailure
    default: false
    }
  }
}

extension RecordList.Action {
  fileprivate var isFailure: Bool {
    switch self {
    case .rows(.windowLoadEnded(_, let isRead)): !isRead
    case .cursor(.revealFailed), .marks(.marksUnknown), .report(.failed), .report(.saveEnded(isDone: false)),
      .report(.changeEnded(isDone: false)), .form(.notFilled), .form(.lookUpFailed), .form(.editorFailed),
      .form(.saveFailed), .form(.saveRefused):
      true
    default: false
    }
  }
}
