// Checks whether the opened file is still at its path, and no more than that.
//
//   file at the path ─┬─> the opened one, or it can't be found out: nothing
//                     ├─> none: deleted       ─┐
//                     └─> another, or the same ─┴─> at an event of the folder the status says so;
//                         that was damaged, and     before a write that write is refused
//                         changed: replaced

import CSQLite
import Locks

/// Knows which file a connection has opened, and checks which one is at its path now.
final class FilePresence: Sendable {
  private struct State {
    /// The opened file; nil if that could not be found out.
    var opened: FileVersion.Identity?
    /// Whether SQLite has found the file damaged.
    var isDamaged = false
    /// The version found damaged: once the file has changed, it may be sound again. Nil if it had already changed.
    var damaged: FileVersion?
    /// How often the file was written past SQLite's commit count.
    var rewrites = 0
    /// Whether the file has been closed: any file at the path is then another one.
    var isReleased = false
  }

  let path: String
  private let board: StatusBoard
  private let state = Lock(State())
  /// Held during a look, which may take as long as the file system does.
  private let looking = Lock(())

  init(path: String, board: StatusBoard) {
    self.path = path
    self.board = board
  }

  /// The file at the path; nil if there is none, or that can't be found out.
  var present: FileVersion.Identity? { try? FileVersion(path: path)?.identity }

  /// The current version of the opened file; nil if another is at the path, or that can't be found out.
  var openedVersion: FileVersion? {
    guard let version = try? FileVersion(path: path), version.identity == state.withLock(\.opened) else { return nil }
    return version
  }

  /// The file was written past SQLite's commit count: the connections' caches are outdated.
  func noteRewritten() { state.withLock { $0.rewrites += 1 } }

  /// How often the file was written past SQLite's commit count.
  var rewrites: Int { state.withLock(\.rewrites) }

  /// Whether the opened file is certainly at the path.
  var isCertain: Bool {
    guard let opened = state.withLock(\.opened) else { return false }
    return present == opened
  }

  /// The file has been opened; `before` was at the path just before, if anything was. A file that replaced it meanwhile
  /// then counts as another, and is not written to.
  func noteOpened(before: FileVersion.Identity?) {
    let opened = before ?? present
    state.withLock { $0.opened = opened }
  }

  /// The file has been closed, because another has replaced it. If it comes back, it must be opened like any other.
  /// From now on the log at the path belongs to the file there, and is empty: `look` reports that file's version.
  func noteReleased() {
    state.withLock { ($0.opened, $0.isReleased) = (nil, true) }
    look()
  }

  /// SQLite has found the file damaged: from now on nothing is written to it. `isEmptied`: it has no pages left, which
  /// no SQLite statement does.
  func noteDamaged(isEmptied: Bool = false) {
    let found = try? FileVersion(path: path)
    state.withLock { state in
      guard !state.isDamaged else { return }
      state.isDamaged = true
      state.damaged = isEmptied && found?.isEmpty == false ? nil : found
    }
    look()
  }

  /// The process that waits until no program has the file open; nil: there is none.
  func noteKeptOut(_ process: Int?) { board.change { $0.keptOut = process } }

  var isDamaged: Bool { state.withLock(\.isDamaged) }

  /// Whether it is damaged, and no other file is at the path: another program has written into it.
  var isOverwritten: Bool { isDamaged && isCertain }

  /// Nil if it can't be found out.
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

  /// Checks which file is at the path, and reports it. Looks run one at a time, so that none reports an outdated state.
  func look() {
    looking.withLock { _ in
      guard let condition else { return }
      board.change { $0.condition = condition }
    }
  }

  /// Throws if another file, or none, is at the path.
  func requireOpened() throws {
    switch condition {
    case .present, .damaged, nil: return
    case .deleted: throw DatabaseError.moved("the file is no longer there")
    case .replaced: throw DatabaseError.moved("another file has taken its place")
    }
  }

  /// Throws if nothing may be written.
  func requireWritable() throws {
    try requireOpened()
    if isDamaged { throw DatabaseError(code: SQLITE_CORRUPT, message: "the file is damaged or replaced") }
  }
}

extension DatabaseError {
  /// The file at the path is not the opened one.
  static func moved(_ message: String) -> DatabaseError { DatabaseError(code: movedCode, message: message) }

  var isMoved: Bool { code == Self.movedCode }

  /// SQLITE_READONLY_DBMOVED, a macro that Swift does not import.
  private static var movedCode: Int32 { SQLITE_READONLY | 4 << 8 }
}
