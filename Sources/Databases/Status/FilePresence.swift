// Whether the file that was opened still stands at its path.
//
//   the folder's watch ─> look ─┬─> it does: nothing
//                               ├─> deleted, emptied: the status says so, and nothing is written
//                               └─> another file, or the same filled anew: `wantsReopening`

import CSQLite
import Glibc
import Locks

/// Knows which file a connection has opened, and what stands at its path now.
final class FilePresence: Sendable {
  /// What stands at the path.
  enum Finding: Hashable, Sendable {
    case same
    case deleted
    case emptied
    case replaced
    /// The file is the same; its write-ahead log has been taken away, or is another.
    case logReplaced
  }

  private struct State {
    /// The file as it was when it was opened last; `nil` before.
    var opened: FileForm?
    /// Its write-ahead log, where it has one.
    var log: FileIdentity?
    /// The file that could not be opened in the place of this one.
    var rejected: FileForm?
  }

  private let path: String
  private let board: StatusBoard
  private let state = Lock(State())

  init(path: String, board: StatusBoard) {
    self.path = path
    self.board = board
  }

  /// The file at the path has been opened, which was as `form` says just before: what was written meanwhile may have been
  /// missed. `hasLog` says whether it is in write-ahead mode.
  func noteOpened(_ form: FileForm?, hasLog: Bool) {
    let isNew = form.map { $0.size == 0 } ?? true
    let form = isNew ? FileForm(path: path) : form
    let log = hasLog ? FileIdentity(path: path + "-wal") : nil
    state.withLock { $0 = State(opened: form, log: log) }
    board.change { $0.condition = .present }
  }

  /// The connections have written the file themselves: it is what was opened all the same.
  func noteOwnWrite() {
    guard let form = FileForm(path: path) else { return }
    state.withLock { state in
      if state.opened?.identity == form.identity { state.opened = form }
    }
  }

  /// The file at the path can't be opened in the place of the one before. It is tried again when it has changed; where
  /// only a lock hinders, and nobody has given up waiting for it, at once.
  func noteRejected(_ form: FileForm?, _ error: any Error, isGivenUp: Bool) {
    let failure = error as? DatabaseError
    let isBusy = failure?.isBusy == true
    let reason = isBusy ? "another program holds it" : failure?.message ?? "\(error)"
    let isSame = state.withLock { state -> Bool in
      state.rejected = isBusy && !isGivenUp ? nil : form
      return form?.identity == state.opened?.identity
    }
    board.change { $0.condition = isSame ? .damaged(reason: reason) : .replaced(reason: reason) }
  }

  var finding: Finding {
    let (opened, log) = state.withLock { ($0.opened, $0.log) }
    guard let opened else { return .same }
    guard let form = FileForm(path: path) else { return errno == ENOENT ? .deleted : .same }
    if form.identity != opened.identity { return .replaced }
    // A new file has nothing in it until the first commit.
    if form.size == 0, opened.size > 0 { return .emptied }
    if let log, FileIdentity(path: path + "-wal") != log { return .logReplaced }
    return .same
  }

  /// Whether a write-ahead log stands at the path that is not that of the connections: closing must not touch it.
  var hasForeignLog: Bool {
    guard let log = state.withLock(\.log), let present = FileIdentity(path: path + "-wal") else { return false }
    return present != log
  }

  /// Looks what stands at the path, and says so. Returns whether the file there is to be opened anew.
  func look() -> Bool {
    switch finding {
    case .deleted:
      board.change { $0.condition = .deleted }
      return false
    case .emptied:
      board.change { $0.condition = .emptied }
      return false
    case .same:
      switch board.status.condition {
      case .present: return false
      case .deleted:
        // It was moved away, and back.
        board.change { $0.condition = .present }
        return false
      case .emptied, .damaged, .replaced: return wantsReopening
      }
    case .replaced, .logReplaced: return wantsReopening
    }
  }

  /// Whether the file has been written by other means than a commit since it was opened.
  var isRewritten: Bool {
    let opened = state.withLock(\.opened)
    return finding == .same && FileForm(path: path) != opened
  }

  private var wantsReopening: Bool {
    let rejected = state.withLock(\.rejected)
    return rejected == nil || FileForm(path: path) != rejected
  }

  /// Throws unless the file at the path, and its log, are those that were opened.
  func requireOpened() throws {
    switch finding {
    case .same: return
    case .deleted: throw DatabaseError.moved("the file has been deleted")
    case .emptied: throw DatabaseError.moved("the file has been emptied")
    case .replaced: throw DatabaseError.moved("another file stands in its place")
    case .logReplaced: throw DatabaseError.moved("the file's log has been taken away")
    }
  }

  /// Throws where the file at the path could not be opened in the place of the one before: nobody is shown what is in it.
  func requireAccepted() throws {
    switch board.status.condition {
    case .replaced: throw DatabaseError.moved("another file stands in its place")
    case .damaged: throw DatabaseError.moved("the file is damaged")
    case .present, .deleted, .emptied: return
    }
  }

  /// Throws unless what is written goes into the file at the path.
  func requireWritable() throws {
    try requireAccepted()
    try requireOpened()
  }
}

extension DatabaseError {
  /// The file at the path is not the one that was opened: SQLITE_READONLY_DBMOVED, a macro that Swift does not import.
  fileprivate static func moved(_ message: String) -> DatabaseError {
    DatabaseError(code: SQLITE_READONLY | 4 << 8, message: message)
  }
}
