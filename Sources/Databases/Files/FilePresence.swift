// Whether the file that was opened still stands at its path. It looks at no more than that.
//
//   file at the path ─┬─> the one that was opened, or it can't be found out: nothing
//                     ├─> none: deleted       ─┐
//                     └─> another, or the same ─┴─> at an event of the folder the status says so;
//                         that was damaged, and     before a write that write is refused
//                         changed: replaced

import CSQLite
import Locks

/// Knows which file a connection has opened, and looks which one stands at its path now.
final class FilePresence: Sendable {
  private struct State {
    /// The file that was opened; `nil` where that could not be found out.
    var opened: FileVersion.Identity?
    /// Whether SQLite has found the file damaged.
    var isDamaged = false
    /// The file as it stood then: once it has changed, it may be sound again. `nil` where it had changed already.
    var damaged: FileVersion?
    /// How often the file was written past SQLite's count of commits.
    var rewrites = 0
    /// Whether the file has been closed: the one at the path is another then.
    var isReleased = false
  }

  let path: String
  private let board: StatusBoard
  private let state = Lock(State())
  /// Held for the length of a look, which may take as long as the file system does.
  private let looking = Lock(())

  init(path: String, board: StatusBoard) {
    self.path = path
    self.board = board
  }

  /// The file that stands at the path; `nil` where none does, or that can't be found out.
  var present: FileVersion.Identity? { try? FileVersion(path: path)?.identity }

  /// The file that was opened, as it stands now; `nil` where another stands at the path, or that can't be found out.
  var openedVersion: FileVersion? {
    guard let version = try? FileVersion(path: path), version.identity == state.withLock(\.opened) else { return nil }
    return version
  }

  /// The file was written past SQLite's count of commits: what connections keep of it in memory is old.
  func noteRewritten() { state.withLock { $0.rewrites += 1 } }

  /// How often that was so.
  var rewrites: Int { state.withLock(\.rewrites) }

  /// Whether the file that was opened certainly stands at the path.
  var isCertain: Bool {
    guard let opened = state.withLock(\.opened) else { return false }
    return present == opened
  }

  /// The file has been opened that stood at the path as `before`, where one did. One that took its place meanwhile then
  /// counts as another: nothing is written to it.
  func noteOpened(before: FileVersion.Identity?) {
    let opened = before ?? present
    state.withLock { $0.opened = opened }
  }

  /// The file has been closed, since another has taken its place. Should it come back, it is to be opened like any
  /// other. The log beside the path is from here on that of the file that stands there, and has been emptied: `look` says
  /// which version that is.
  func noteReleased() {
    state.withLock { ($0.opened, $0.isReleased) = (nil, true) }
    look()
  }

  /// SQLite has found the file damaged: from here on nothing is written to it. `isEmptied`: it has no page any more, which
  /// no statement of SQLite's brings about.
  func noteDamaged(isEmptied: Bool = false) {
    let found = try? FileVersion(path: path)
    state.withLock { state in
      guard !state.isDamaged else { return }
      state.isDamaged = true
      state.damaged = isEmptied && found?.isEmpty == false ? nil : found
    }
    look()
  }

  /// The process that waits until no program has the file open; `nil`: none does.
  func noteKeptOut(_ process: Int?) { board.change { $0.keptOut = process } }

  var isDamaged: Bool { state.withLock(\.isDamaged) }

  /// Whether it is damaged, and no other file stands at the path: another program has written into it.
  var isOverwritten: Bool { isDamaged && isCertain }

  /// `nil` where it can't be found out.
  private var condition: FileStatus.Condition? {
    let state = state.withLock(\.self)
    do {
      guard let found = try FileVersion(path: path) else { return .deleted }
      if found.identity == state.opened || state.opened == nil && !state.isReleased {
        if !state.isDamaged { return .present }
        if found == state.damaged { return .damaged }
      }
      return .replaced(by: found.withLog(of: path))
    } catch {
      return nil
    }
  }

  /// Looks which file stands at the path, and says so. One look after the other: none says what is no longer so.
  func look() {
    looking.withLock { _ in
      guard let condition else { return }
      board.change { $0.condition = condition }
    }
  }

  /// Throws where another file, or none, stands at the path.
  func requireOpened() throws {
    switch condition {
    case .present, .damaged, nil: return
    case .deleted: throw DatabaseError.moved("the file is no longer there")
    case .replaced: throw DatabaseError.moved("another file stands in its place")
    }
  }

  /// Throws where nothing is to be written.
  func requireWritable() throws {
    try requireOpened()
    if isDamaged { throw DatabaseError(code: SQLITE_CORRUPT, message: "the file is damaged or replaced") }
  }
}

extension DatabaseError {
  /// The file at the path is not the one that was opened.
  static func moved(_ message: String) -> DatabaseError { DatabaseError(code: movedCode, message: message) }

  var isMoved: Bool { code == Self.movedCode }

  /// SQLITE_READONLY_DBMOVED, a macro that Swift does not import.
  private static var movedCode: Int32 { SQLITE_READONLY | 4 << 8 }
}
