import CSQLite
import Glibc

/// SQLite's own file system, with some failing calls, which `FaultPlan` chooses. Every other call goes to the real one.
enum FaultFileSystem {
  /// Makes it SQLite's default file system.
  static func register() { _ = isRegistered }

  private static let isRegistered = sqlite3_vfs_register(system, 1) == SQLITE_OK

  /// The real file system.
  nonisolated(unsafe) private static let real = sqlite3_vfs_find(nil)!

  nonisolated(unsafe) private static let system: UnsafeMutablePointer<sqlite3_vfs> = {
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: real.pointee)
    system.pointee.zName = UnsafePointer(strdup("faults"))
    system.pointee.pNext = nil
    system.pointee.szOsFile = Int32(FaultFile.size) + real.pointee.szOsFile
    system.pointee.xOpen = { _, name, file, flags, outFlags in
      FaultFile.open(name, file!) {
        FaultFileSystem.real.pointee.xOpen(FaultFileSystem.real, name, $0, flags, outFlags)
      }
    }
    system.pointee.xDelete = { _, name, syncsFolder in
      FaultPlan.error(.delete, name.map { String(cString: $0) })
        ?? FaultFileSystem.real.pointee.xDelete(FaultFileSystem.real, name, syncsFolder)
    }
    system.pointee.xAccess = { _, name, flags, result in
      FaultPlan.error(.access, name.map { String(cString: $0) })
        ?? FaultFileSystem.real.pointee.xAccess(FaultFileSystem.real, name, flags, result)
    }
    system.pointee.xFullPathname = { _, name, count, path in
      FaultFileSystem.real.pointee.xFullPathname(FaultFileSystem.real, name, count, path)
    }
    return system
  }()
}
