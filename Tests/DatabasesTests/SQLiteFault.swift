// SQLite's own calls on files, made to fail.

import CSQLite
import Foundation
import Locks

/// Lets calls of SQLite on the files of one folder fail, from its making until `end()`.
final class SQLiteFault: Sendable {
  enum Call: Hashable { case read, unlock }

  fileprivate let folder: String
  /// The result with which a call fails, without being made; `nil` lets it be made.
  fileprivate let result: @Sendable (_ call: Call, _ path: String) -> CInt?

  /// Files that were opened before `install()` are not concerned.
  init(in folder: URL, _ result: @escaping @Sendable (_ call: Call, _ path: String) -> CInt?) {
    self.folder = folder.path
    self.result = result
    FaultyFiles.state.withLock { $0.faults.append(self) }
  }

  func end() { FaultyFiles.state.withLock { state in state.faults.removeAll { $0 === self } } }

  /// Lets SQLite open files in a way in which their calls can fail.
  static func install() { _ = FaultyFiles.installed }
}

/// The file system of SQLite as it is, but for the calls that are to fail: each file gets its own methods with those in
/// front of them.
private enum FaultyFiles {
  struct State: @unchecked Sendable {
    var faults: [SQLiteFault] = []
    var paths: [UnsafeMutableRawPointer: String] = [:]
    /// The methods in front, by those behind, and the other way round.
    var inFront: [UnsafeRawPointer: UnsafePointer<sqlite3_io_methods>] = [:]
    var behind: [UnsafeRawPointer: UnsafePointer<sqlite3_io_methods>] = [:]
  }

  static let state = Lock(State())
  nonisolated(unsafe) private static let system = sqlite3_vfs_find(nil)

  static let installed: Bool = {
    guard let system else { return false }
    let ours = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    ours.initialize(to: system.pointee)
    ours.pointee.zName = UnsafePointer(strdup("almanac-tests"))
    ours.pointee.xOpen = { _, name, file, flags, outFlags in
      let code = FaultyFiles.system?.pointee.xOpen?(FaultyFiles.system, name, file, flags, outFlags) ?? SQLITE_ERROR
      if code == SQLITE_OK, let file, let name { FaultyFiles.watch(file, String(cString: name)) }
      return code
    }
    return sqlite3_vfs_register(ours, 1) == SQLITE_OK
  }()

  private static func watch(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
    guard let methods = file.pointee.pMethods else { return }
    state.withLock { state in
      state.paths[file] = path
      if let known = state.inFront[methods] { return file.pointee.pMethods = known }
      let new = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
      new.initialize(to: methods.pointee)
      new.pointee.xRead = { file, bytes, count, offset in
        FaultyFiles.failure(.read, file) ?? FaultyFiles.behind(file)?.xRead(file, bytes, count, offset) ?? SQLITE_ERROR
      }
      new.pointee.xUnlock = { file, level in
        FaultyFiles.failure(.unlock, file) ?? FaultyFiles.behind(file)?.xUnlock(file, level) ?? SQLITE_ERROR
      }
      state.inFront[methods] = UnsafePointer(new)
      state.behind[new] = methods
      file.pointee.pMethods = UnsafePointer(new)
    }
  }

  private static func behind(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
    guard let methods = file?.pointee.pMethods else { return nil }
    return state.withLock { $0.behind[methods] }?.pointee
  }

  private static func failure(_ call: SQLiteFault.Call, _ file: UnsafeMutablePointer<sqlite3_file>?) -> CInt? {
    guard let file else { return nil }
    let (path, faults) = state.withLock { state in (state.paths[file] ?? "", state.faults) }
    for fault in faults where path.hasPrefix(fault.folder) {
      if let result = fault.result(call, path) { return result }
    }
    return nil
  }
}
