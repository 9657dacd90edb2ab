// Whether the file that was opened still stands at its path.
//
//   the folder's watch ─> look ─┬─> it does: nothing
//                               ├─> deleted, emptied: the status says so, and nothing is written
//                               └─> another file, the same written over, another log: closed, and opened anew
//                                     ├─> opened: present
//                                     ├─> a lock outlasts our waiting: held, and tried again
//                                     ├─> no room: replaced or damaged, and tried when it changes, or there is more
//                                     └─> no book, or waiting given up: replaced or damaged, and tried when it changes
//
// In write-ahead mode the file is known to be written over where it has changed and no checkpoint has run (see
// `CheckpointedFile`): where its header or its size is another, or the kernel reports that somebody has written it.
// What the log holds then belongs to pages that are gone, and never comes into the file.

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

  /// How far what stands at the path is opened.
  private enum Opening: Equatable {
    /// The connections are open.
    case done
    /// They are closed.
    case owed
    /// Somebody's lock has kept them from it for longer than locks are waited for: it is tried again.
    case held
    /// This file can't be opened in the place of the one before: it is tried again when it has changed. Where there was
    /// no room, also when there is more than so many bytes.
    case refused(FileForm?, freeBytes: Int?)
  }

  private struct State {
    var opening = Opening.owed
    /// The file as it was when it was opened last; `nil` before.
    var opened: FileForm?
    /// Where it stood then, links followed: there SQLite keeps its log.
    var place = ""
    /// Its write-ahead log, where it has one.
    var log: FileIdentity?
    /// The file as the last checkpoint has left it, where it has a log.
    var checkpointed: CheckpointedFile?
    /// How far the log was in the file before the kernel's reports were taken last, and the time before.
    var marks: (last: CheckpointMark?, before: CheckpointMark?)
    /// Whether somebody has written over the file, so that the log belongs to pages that are gone.
    var isWrittenOver = false
    /// The log that was left beside a file that it does not belong to.
    var leftLog: LeftLog?
  }

  private let path: String
  private let board: StatusBoard
  private let bytesFreeAt: @Sendable (_ path: String) -> Int?
  private let state = Lock(State())

  init(path: String, board: StatusBoard, freeBytes: @escaping @Sendable (_ path: String) -> Int?) {
    self.path = path
    self.board = board
    bytesFreeAt = freeBytes
  }

  /// How many bytes are free where the file lies; `nil` when nothing stands at the path.
  var freeBytes: Int? { bytesFreeAt(path) }

  /// The file at the path has been opened, which was as `form` says just before: what was written meanwhile may have
  /// been missed. `hasLog` says whether it is in write-ahead mode.
  func noteOpened(_ form: FileForm?, _ handle: OpaquePointer, hasLog: Bool) {
    let isNew = form.map { $0.size == 0 } ?? true
    let form = isNew ? FileForm(path: path) : form
    let place = DatabaseFile.place(of: path)
    let log = hasLog ? FileIdentity(path: place + "-wal") : nil
    let checkpointed = log.flatMap { _ in CheckpointedFile(handle) }
    state.withLock { state in
      let isFirst = state.opened == nil
      state = State(opening: .done, opened: form, place: place, log: log, checkpointed: checkpointed)
      // Nobody watches yet. Opened anew there may be reports of what came before.
      if isFirst { state.marks.last = checkpointed?.mark }
    }
    board.change { $0.condition = .present }
  }

  /// The connections have written the file themselves: it is what was opened all the same.
  func noteOwnWrite(_ handle: OpaquePointer) {
    if state.withLock({ $0.log == nil }) {
      noteForm()
    } else {
      followCheckpoints(handle)
    }
  }

  private func noteForm() {
    guard let form = FileForm(path: path) else { return }
    state.withLock { state in
      if state.opened?.identity == form.identity { state.opened = form }
    }
  }

  /// The connections have been closed: was a log left that does not belong to the file beside it? One that was only
  /// read is not ours.
  func noteClosed(wasReadOnly: Bool) {
    state.withLock { state in
      state.opening = .owed
      guard !wasReadOnly, let log = state.log, let form = FileForm(path: state.place), let opened = state.opened,
        form.identity != opened.identity || state.isWrittenOver && form.size > 0,
        let left = LeftLog(database: state.place), left.isOf(log)
      else { return }
      state.leftLog = left
    }
  }

  /// The log that was left beside a file that it does not belong to.
  var leftLog: LeftLog? { state.withLock(\.leftLog) }

  /// The file at the path can't be opened in the place of the one before. It is tried again when it has changed; where
  /// only a lock hinders, and nobody has given up waiting for it, at once: then nothing has become of the file.
  /// `freeBytes`: the room that there was before.
  func noteRejected(_ form: FileForm?, freeBytes: Int?, _ error: any Error, isGivenUp: Bool) {
    let failure = error as? DatabaseError
    let isBusy = failure?.isBusy == true
    if isBusy && !isGivenUp {
      state.withLock { $0.opening = .held }
      return
    }
    let isFull = failure?.isFull == true
    let reason =
      isBusy ? "another program holds it" : isFull ? "the disk is full" : failure?.message ?? "\(error)"
    // Nobody has looked into it.
    let form = isGivenUp ? FileForm(path: path) : form
    let isSame = state.withLock { state -> Bool in
      state.opening = .refused(form, freeBytes: isFull ? freeBytes : nil)
      return form?.identity == state.opened?.identity
    }
    board.change { status in
      // Since the old file was closed, a third may have got its number.
      if case .replaced = status.condition {
        status.condition = .replaced(reason: reason)
      } else {
        status.condition = isSame ? .damaged(reason: reason) : .replaced(reason: reason)
      }
    }
  }

  var finding: Finding {
    let (opened, place, log) = state.withLock { ($0.opened, $0.place, $0.log) }
    guard let opened else { return .same }
    guard let form = FileForm(path: path) else { return errno == ENOENT ? .deleted : .same }
    if form.identity != opened.identity { return .replaced }
    // A new file has nothing in it until the first commit.
    if form.size == 0, opened.size > 0 { return .emptied }
    if let log, FileIdentity(path: place + "-wal") != log { return .logReplaced }
    return .same
  }

  /// Whether the file that was opened has been moved away, or deleted. One that a link does not name any more has not.
  var isMoved: Bool {
    let (opened, place) = state.withLock { ($0.opened, $0.place) }
    return opened.map { $0.identity != FileIdentity(path: place) } ?? false
  }

  /// Whether a write-ahead log stands beside the file that is not that of the connections: closing must not touch it.
  var hasForeignLog: Bool {
    let (place, log) = state.withLock { ($0.place, $0.log) }
    guard let log, let present = FileIdentity(path: place + "-wal") else { return false }
    return present != log
  }

  /// Looks what stands at the path, and says so. Returns whether the file there is to be opened anew.
  func look() -> Bool {
    switch finding {
    case .deleted:
      board.change { $0.condition = .deleted }
      return false
    case .emptied:
      state.withLock { $0.isWrittenOver = true }
      board.change { $0.condition = .emptied }
      return false
    case .same:
      // Nothing is open: it has come back, or is what was refused, or held.
      if state.withLock({ $0.opening != .done }) { return wantsReopening }
      // It was moved away, and back.
      if board.status.condition == .deleted { board.change { $0.condition = .present } }
      return state.withLock(\.isWrittenOver)
    case .replaced, .logReplaced: return wantsReopening
    }
  }

  /// Whether the file has been written by other means than a commit since it was opened, or tried in vain.
  var isRewritten: Bool {
    let opened = state.withLock(\.opened)
    return finding == .same && FileForm(path: path) != opened && wantsReopening
  }

  // MARK: Written over

  /// Looks whether somebody has written over the file since it was opened, in write-ahead mode, and keeps it in mind.
  @discardableResult
  func noteIfWrittenOver(_ handle: OpaquePointer) -> Bool {
    if followCheckpoints(handle)?.isWrittenOver(handle) == true { state.withLock { $0.isWrittenOver = true } }
    return state.withLock(\.isWrittenOver)
  }

  /// The kernel's reports are about to be taken.
  func reportsWillBeTaken(_ handle: OpaquePointer) {
    let mark = state.withLock({ $0.log != nil }) ? CheckpointMark(handle) : nil
    state.withLock { $0.marks = (mark, $0.marks.last) }
  }

  /// The kernel has reported that somebody has written the file: since the reports were taken the time before.
  func noteWritten(_ handle: OpaquePointer) {
    let (hasLog, before) = state.withLock { ($0.log != nil, $0.marks.before) }
    guard hasLog, let before, CheckpointMark(handle) == before else { return }
    state.withLock { $0.isWrittenOver = true }
  }

  /// Gives the file as the last checkpoint has left it; `nil` where one has run since it was asked for last, or runs:
  /// then the file as it is now is kept for the next time.
  @discardableResult
  private func followCheckpoints(_ handle: OpaquePointer) -> CheckpointedFile? {
    let (hasLog, checkpointed) = state.withLock { ($0.log != nil, $0.checkpointed) }
    guard hasLog else { return nil }
    if let checkpointed, CheckpointMark(handle) == checkpointed.mark { return checkpointed }
    if let present = CheckpointedFile(handle) {
      state.withLock { $0.checkpointed = present }
      noteForm()
    }
    return nil
  }

  private var wantsReopening: Bool {
    guard case .refused(let form, _) = state.withLock(\.opening) else { return true }
    return FileForm(path: path) != form || hasMoreRoom
  }

  /// Whether the file at the path could not be opened for want of room, and there is more by now.
  var hasMoreRoom: Bool {
    guard case .refused(_, let before?) = state.withLock(\.opening), let now = freeBytes else {
      return false
    }
    return now > before
  }

  /// Throws unless the file at the path, and its log, are those that were opened.
  func requireOpened() throws {
    switch finding {
    case .same: return
    case .deleted: throw DatabaseError.moved("the file is no longer there")
    case .emptied: throw DatabaseError.moved("the file has been emptied")
    case .replaced: throw DatabaseError.moved("another file stands in its place")
    case .logReplaced: throw DatabaseError.moved("the file's log has been taken away")
    }
  }

  /// Throws where the file at the path could not be opened in the place of the one before: nobody is shown what is in
  /// it.
  func requireAccepted() throws {
    let opening = state.withLock(\.opening)
    if opening == .done { return }
    switch board.status.condition {
    case .replaced: throw DatabaseError.moved("another file stands in its place")
    case .damaged: throw DatabaseError.moved("the file is damaged")
    case .deleted: throw DatabaseError.moved("the file is no longer there")
    case .emptied: throw DatabaseError.moved("the file has been emptied")
    case .present: if opening == .held { throw DatabaseError.held }
    }
  }

  /// Throws where the file has been written over: with what the log holds it would be read as a third.
  func requireWhole(_ handle: OpaquePointer) throws {
    if noteIfWrittenOver(handle) { throw DatabaseError.moved("the file has been written over") }
  }

  /// Throws unless what is written goes into the file at the path, and nothing of another file with it.
  func requireWritable(_ handle: OpaquePointer) throws {
    try requireAccepted()
    try requireOpened()
    try requireWhole(handle)
  }
}

extension DatabaseError {
  /// The file at the path is not the one that was opened: SQLITE_READONLY_DBMOVED, a macro that Swift does not import.
  static func moved(_ message: String) -> DatabaseError {
    DatabaseError(code: SQLITE_READONLY | 4 << 8, message: message)
  }
}
