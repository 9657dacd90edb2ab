// This module's own system calls about files. SQLite makes its own, through its VFS.
//
// Every question of this module about a file goes through here, so that a test can make any call fail. A call that
// fails throws: it never returns a value that could be taken for a fact about the file.

import CFiles
import CSQLite
public import Glibc
import Locks

/// System calls about files; a test can make each of them fail.
public enum FileCalls {
  /// A kind of call, named like its manual page.
  public enum Call: String, CaseIterable, Sendable {
    /// Calls that only query or read.
    case stat, access, realpath, statfs, open, read, getcwd
    /// Creates a watch.
    case inotifyInit = "inotify_init1"
    /// Watches one more file or folder.
    case inotifyAddWatch = "inotify_add_watch"
    /// Calls that create or remove a folder.
    case mkdir, rmdir
    /// Makes a table of files for one thread.
    case closeRange = "close_range"
  }

  /// The system's status of the file at `path`, links followed.
  public static func status(_ path: String) throws(SystemCallError) -> stat {
    var status = stat()
    try check(.stat, path) { stat(path, &status) }
    return status
  }

  /// The same; nil if nothing is at `path`. Throws on any other failure.
  public static func statusIfThere(_ path: String) throws(SystemCallError) -> stat? {
    do {
      return try status(path)
    } catch {
      if error.saysThatNothingIsThere { return nil }
      throw error
    }
  }

  /// Whether nothing is at `path`; false if that can't be found out.
  public static func certainlyNothing(at path: String) -> Bool {
    do {
      return try statusIfThere(path) == nil
    } catch {
      return false
    }
  }

  /// Throws if the user may not access the file at `path` as `mode` says, or if that can't be found out.
  public static func access(_ path: String, _ mode: CInt) throws(SystemCallError) {
    try check(.access, path) { Glibc.access(path, mode) }
  }

  /// The absolute path of the file at `path`, links followed.
  public static func resolved(_ path: String) throws(SystemCallError) -> String {
    try fail(.realpath, path)
    guard let resolved = realpath(path, nil) else { throw SystemCallError(.realpath, path: path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The kind of file system of the file at `path`.
  static func fileSystem(_ path: String) throws(SystemCallError) -> FileSystem {
    var answer = statfs()
    try check(.statfs, path) { statfs(path, &answer) }
    return FileSystem(type: UInt32(truncatingIfNeeded: answer.f_type))
  }

  /// The first `count` bytes of the file at `path`, or all if it has fewer.
  public static func beginning(_ path: String, count: Int) throws(SystemCallError) -> [UInt8] {
    let descriptor = try openForReading(path)
    defer { close(descriptor) }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { bytes.deallocate() }
    var filled = 0
    while filled < count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
      let read = try read(descriptor, of: path, into: rest)
      if read == 0 { break }
      filled += read
    }
    return Array(bytes[..<filled])
  }

  /// Opens the file at `path`; the caller closes it. `waits`: opening a pipe waits until something writes to it.
  public static func openForReading(_ path: String, waits: Bool = true) throws(SystemCallError) -> CInt {
    try check(.open, path) { Glibc.open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)) }
  }

  /// Reads the next bytes of a file, and waits until there are some; returns their number, 0 at the end.
  public static func read(
    _ descriptor: CInt, of path: String = "", into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemCallError) -> Int {
    Int(try check(.read, path) { CInt(Glibc.read(descriptor, buffer.baseAddress, buffer.count)) })
  }

  /// Makes a descriptor that one thread writes to so that another stops waiting.
  public static func makeStop() throws(SystemCallError) -> CInt {
    let descriptor = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw SystemCallError("eventfd") }
    return descriptor
  }

  /// Writes to a descriptor of `makeStop`.
  public static func stop(_ descriptor: CInt) { eventfd_write(descriptor, 1) }

  /// The folder that relative paths start from.
  public static func workingFolder() throws(SystemCallError) -> String {
    try fail(.getcwd, "")
    guard let folder = getcwd(nil, 0) else { throw SystemCallError(.getcwd) }
    defer { free(folder) }
    return String(cString: folder)
  }

  /// Creates a folder that only its owner may use.
  public static func makeFolder(_ path: String) throws(SystemCallError) {
    try check(.mkdir, path) { mkdir(path, 0o700) }
  }

  /// Removes an empty folder.
  public static func removeFolder(_ path: String) throws(SystemCallError) { try check(.rmdir, path) { rmdir(path) } }

  /// Creates a descriptor for the kernel's reports.
  static func makeWatch() throws(SystemCallError) -> CInt {
    try check(.inotifyInit, "") { inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)) }
  }

  /// Makes `watch` report what happens in a folder; returns the folder's number in the reports.
  static func watch(_ watch: CInt, _ folder: String, _ mask: UInt32) throws(SystemCallError) -> CInt {
    try check(.inotifyAddWatch, folder) { inotify_add_watch(watch, folder, mask) }
  }

  /// Reads reports; returns their number of bytes.
  static func takeReports(_ watch: CInt, into buffer: UnsafeMutableRawBufferPointer) throws(SystemCallError) -> Int {
    try read(watch, into: buffer)
  }

  /// The descriptor with which this process has the file at `path` open (an absolute path without links); nil if it has
  /// none, or that can't be found out.
  static func descriptor(of path: String) -> CInt? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      // An entry ends with its name: copying all of `d_name` would read beyond it.
      guard let place = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
      let name = String(cString: UnsafeRawPointer(entry).advanced(by: place).assumingMemoryBound(to: CChar.self))
      guard let number = CInt(name) else { continue }
      if self.path(of: number).utf8.elementsEqual(path.utf8) { return number }
    }
    return nil
  }

  /// The absolute path of the file that this process has open as `descriptor`; empty if it has not, or that can't be
  /// found out.
  static func path(of descriptor: CInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink("/proc/self/fd/\(descriptor)", buffer.baseAddress!, buffer.count)
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(max(0, count)), as: UTF8.self)
    }
  }

  /// The other process that keeps all others from locking the byte at a position of a file, which this process has open
  /// as `descriptor`. It takes no lock. Returns 0 or less if the system does not tell which process, and nil if there
  /// is none or that can't be found out.
  static func holder(_ descriptor: CInt, at place: Int) -> Int? {
    var lock = flock()
    lock.l_type = Int16(F_RDLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = place
    lock.l_len = 1
    guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    return Int(lock.l_pid)
  }

  /// Makes an own, empty table of files for this thread, which reads files under `path`.
  static func makeOwnTable(for path: String) throws(SystemCallError) {
    try check(.closeRange, path) { cfiles_own_table() }
  }

  // MARK: Faults

  /// The faults that tests have added.
  fileprivate static let faults = Lock<[FileFault]>([])

  private static func fail(_ call: Call, _ path: String) throws(SystemCallError) {
    for fault in faults.withLock(\.self) {
      if let code = fault.code(call, path) { throw SystemCallError(call, path: path, code: code) }
    }
  }

  @discardableResult
  private static func check(_ call: Call, _ path: String, _ body: () -> CInt) throws(SystemCallError) -> CInt {
    try fail(call, path)
    while true {
      let result = body()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemCallError(call, path: path) }
    }
  }
}

/// Makes calls fail, for a test, from its creation until `end()`.
public final class FileFault: Sendable {
  fileprivate let code: @Sendable (_ call: FileCalls.Call, _ path: String) -> CInt?

  /// `code` returns the error number with which a call fails instead of being made; nil lets the call be made. It is
  /// called on the call's thread, for every call of the process, so it must check the path.
  public init(_ code: @escaping @Sendable (_ call: FileCalls.Call, _ path: String) -> CInt?) {
    self.code = code
    FileCalls.faults.withLock { $0.append(self) }
  }

  /// Ends the fault.
  public func end() { FileCalls.faults.withLock { faults in faults.removeAll { $0 === self } } }
}
