// The doubts that the person confirms before a change is made.
public import AlmanacRecords

/// Why a change may not be what the person wants.
public enum ChangeDoubt: Hashable, Sendable {
  /// Other programs have changed the records since the person could read them.
  case unread(ChosenRecords.ChangedUnread)
  /// The change could be undone only for a limited time.
  case passingUndo(PassingUndo)

  /// The doubt in an error; `nil` if the error is no doubt.
  init?(_ error: any Error) {
    switch error {
    case let unread as ChosenRecords.ChangedUnread: self = .unread(unread)
    case let passing as PassingUndo: self = .passingUndo(passing)
    default: return nil
    }
  }

  /// The line for the question.
  var line: String {
    switch self {
    case .unread(let unread): "\(unread)."
    case .passingUndo(let passing): "\(passing)."
    }
  }
}

extension [ChangeDoubt] {
  var hasUnread: Bool { contains { if case .unread = $0 { true } else { false } } }
  var hasPassingUndo: Bool { contains { if case .passingUndo = $0 { true } else { false } } }
}
