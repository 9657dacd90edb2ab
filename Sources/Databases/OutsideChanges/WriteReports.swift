// The kernel's reports of file writes, for all connections of the process: a user may have only a few watches.

import Glibc
import Locks

/// Counts the writes of the watched files. It opens none of them.
enum WriteReports {
  private struct State {
    var descriptor: CInt?
    var files: [CInt: (users: Int, writes: Int)] = [:]
  }

  private static let state = Lock(State())

  /// Starts to count the writes of the file at `path`; returns its number, or nil if the system has no watch left.
  static func begin(_ path: String) -> CInt? {
    state.withLock { state in
      guard let descriptor = try? state.descriptor ?? FileCalls.makeWatch() else { return nil }
      state.descriptor = descriptor
      guard let file = try? FileCalls.watch(descriptor, path, UInt32(IN_MODIFY)) else { return nil }
      state.files[file, default: (0, 0)].users += 1
      return file
    }
  }

  /// How often the file has been written; the kernel may merge several writes into one report.
  static func writes(of file: CInt) -> Int {
    state.withLock { state in
      if let descriptor = state.descriptor { take(descriptor, &state) }
      return state.files[file]?.writes ?? 0
    }
  }

  private static func take(_ descriptor: CInt, _ state: inout State) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while let count = try? FileCalls.takeReports(descriptor, into: buffer), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let report = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          if report.mask & UInt32(IN_MODIFY) != 0 { state.files[report.wd]?.writes += 1 }
          // The kernel's queue has overflowed: any file may have been among the lost reports.
          if report.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            for file in state.files.keys { state.files[file]?.writes += 1 }
          }
          offset += MemoryLayout<inotify_event>.size + Int(report.len)
        }
      }
    }
  }

  /// The caller no longer watches the file.
  static func end(_ file: CInt) {
    state.withLock { state in
      guard let users = state.files[file]?.users else { return }
      state.files[file]?.users = users - 1
      guard users == 1, let descriptor = state.descriptor else { return }
      state.files[file] = nil
      inotify_rm_watch(descriptor, file)
    }
  }
}
