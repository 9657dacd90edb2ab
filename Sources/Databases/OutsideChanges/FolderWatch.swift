// The kernel's reports on the files of one database.

import Glibc

/// An inotify descriptor on the folder of a database file. It watches the folder because the `-wal` and the `-journal`
/// come and go.
///
/// Used by one thread at a time.
final class FolderWatch: @unchecked Sendable {
  /// The result of one round of reading.
  struct Reports: Equatable {
    /// Whether a file that commits write was touched.
    var touched = false
    /// Whether another file, a link or nothing may be at the given path now.
    var pathTurned = false
    /// Whether the watch is gone, with the folder or its file system.
    var ended = false
  }

  /// Readable when there are reports.
  let descriptor: CInt
  /// The watched file.
  let databaseFile: String
  private let folder: CInt
  private let name: [UInt8]
  private let companions: Set<String>
  /// The folder of the given path, and the name there: that of a link, or of the file itself.
  private let path: (folder: CInt, name: [UInt8])
  /// Reused in every round; only the thread that reads touches it.
  private let buffer: UnsafeMutableRawBufferPointer

  private static let mask = UInt32(
    IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF)

  /// Events that put another file, a link or nothing under a name.
  private static let turns = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)

  /// Watches the folder of the file at `databaseFile`, an absolute path without symbolic links, and that of the given
  /// `path`, which may be or become a link. Nil if the system has no watch left.
  init?(databaseFile: String, path: String) {
    guard databaseFile.hasPrefix("/") else {
      fatalError("FolderWatch needs an absolute path, not \"\(databaseFile)\": resolve it with realpath first.")
    }
    let (place, name) = Self.split(databaseFile)
    self.databaseFile = databaseFile
    // Never `-shm`: readers touch it.
    self.name = Array(name.utf8)
    companions = [name + "-wal", name + "-journal"]
    let (pathPlace, pathName) = Self.split(path)
    guard let watches = try? FileCalls.makeWatch() else { return nil }
    do {
      folder = try FileCalls.watch(watches, place, Self.mask)
      self.path = (try FileCalls.watch(watches, pathPlace, Self.mask), Array(pathName.utf8))
    } catch {
      close(watches)
      return nil
    }
    descriptor = watches
    // Last: if this returns nil there is no `deinit`.
    buffer = .allocate(byteCount: 4096, alignment: 8)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// Reads all present reports, without waiting.
  func takeReports() -> Reports {
    var reports = Reports()
    while true {
      do {
        let count = try FileCalls.takeReports(descriptor, into: buffer)
        if count == 0 { return reports }
        note(UnsafeRawBufferPointer(rebasing: buffer[..<count]), in: &reports)
      } catch {
        if error.code != EAGAIN { reports.ended = true }
        return reports
      }
    }
  }

  private func note(_ bytes: UnsafeRawBufferPointer, in reports: inout Reports) {
    let headerSize = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + headerSize <= bytes.count {
      let watch = bytes.loadUnaligned(fromByteOffset: offset, as: CInt.self)
      let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      let nameSize = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      let gone = UInt32(IN_IGNORED | IN_UNMOUNT | IN_DELETE_SELF | IN_MOVE_SELF)
      if mask & gone != 0 { reports.ended = true }
      // The kernel's queue has overflowed: any file may have been among the lost reports.
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { (reports.touched, reports.pathTurned) = (true, true) }
      let name = bytes[(offset + headerSize)..<(offset + headerSize + nameSize)].prefix { $0 != 0 }
      if watch == path.folder, mask & Self.turns != 0, name.elementsEqual(path.name) {
        reports.touched = true
        reports.pathTurned = true
      }
      if watch != folder {
        // The folder of the path: its other files do not matter.
      } else if name.elementsEqual(self.name) {
        reports.touched = true
      } else if !reports.touched, companions.contains(String(decoding: name, as: UTF8.self)) {
        reports.touched = true
      }
      offset += headerSize + nameSize
    }
  }
}
