// What the person is asked about a change before it is made.
public import AlmanacRecords

/// Why a change may not be what the person wants.
public enum ChangeDoubt: Hashable, Sendable {
  /// Other programs have changed the records since they could be read.
  case unread(ChosenRecords.ChangedUnread)
  /// Undo could take it back only for a while.
  case passingUndo(PassingUndo)

  /// The doubt that an error tells of; `nil` where it tells of none.
  init?(_ error: any Error) {
    switch error {
    case let unread as ChosenRecords.ChangedUnread: self = .unread(unread)
    case let passing as PassingUndo: self = .passingUndo(passing)
    default: return nil
    }
  }

  /// What the question says of it.
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
