import CSQLite

/// An open file of `FaultFileSystem`. The real file's memory follows it.
struct FaultFile {
  private var base: sqlite3_file
  private var path: Unmanaged<Path>?

  private final class Path {
    let text: String?
    /// The parts of the log's index that are mapped: asking for them again makes no call to the system.
    var mapped: Set<Int32> = []

    init(_ text: String?) { self.text = text }
  }

  /// The size of the memory before the real file's.
  static let size = (MemoryLayout<FaultFile>.size + 15) & ~15

  /// Opens a file; `body` opens the real one.
  static func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>,
    _ body: (UnsafeMutablePointer<sqlite3_file>) -> Int32
  ) -> Int32 {
    let path = name.map { String(cString: $0) }
    // If there are no methods, SQLite does not close the file.
    file.pointee.pMethods = nil
    if let error = FaultPlan.error(.open, path) { return error }
    let code = body(real(file))
    guard code == SQLITE_OK else {
      if let methods = real(file).pointee.pMethods { _ = methods.pointee.xClose(real(file)) }
      return code
    }
    file.withMemoryRebound(to: FaultFile.self, capacity: 1) {
      $0.initialize(
        to: FaultFile(base: sqlite3_file(pMethods: methods), path: Unmanaged.passRetained(Path(path))))
    }
    return code
  }

  private static func real(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<sqlite3_file> {
    UnsafeMutableRawPointer(file!).advanced(by: size).assumingMemoryBound(to: sqlite3_file.self)
  }

  /// The real file's methods.
  private static func below(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods {
    real(file).pointee.pMethods.pointee
  }

  private static func error(_ call: Fault.Call, _ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32? {
    FaultPlan.error(call, path(file)?.text)
  }

  private static func path(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Path? {
    UnsafeMutableRawPointer(file!).assumingMemoryBound(to: FaultFile.self).pointee.path?.takeUnretainedValue()
  }

  nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 3
    methods.xClose = { file in
      let path = UnsafeMutableRawPointer(file!).assumingMemoryBound(to: FaultFile.self).pointee.path
      path?.release()
      return FaultFile.below(file).xClose(FaultFile.real(file))
    }
    methods.xRead = { file, bytes, count, offset in
      if count == 100, offset == 0, let error = FaultFile.error(.header, file) { return error }
      if let error = FaultFile.error(.read, file) { return error }
      if let error = FaultFile.error(.shortRead, file) {
        _ = FaultFile.below(file).xRead(FaultFile.real(file), bytes, count / 2, offset)
        return error
      }
      return FaultFile.below(file).xRead(FaultFile.real(file), bytes, count, offset)
    }
    methods.xWrite = { file, bytes, count, offset in
      if let error = FaultFile.error(.write, file) { return error }
      if let error = FaultFile.error(.shortWrite, file) {
        _ = FaultFile.below(file).xWrite(FaultFile.real(file), bytes, count / 2, offset)
        return error
      }
      return FaultFile.below(file).xWrite(FaultFile.real(file), bytes, count, offset)
    }
    methods.xTruncate = { file, size in
      FaultFile.error(.truncate, file) ?? FaultFile.below(file).xTruncate(FaultFile.real(file), size)
    }
    methods.xSync = { file, flags in
      FaultFile.error(.sync, file) ?? FaultFile.below(file).xSync(FaultFile.real(file), flags)
    }
    methods.xFileSize = { file, size in
      FaultFile.error(.fileSize, file) ?? FaultFile.below(file).xFileSize(FaultFile.real(file), size)
    }
    methods.xLock = { file, level in
      FaultFile.error(.lock, file) ?? FaultFile.below(file).xLock(FaultFile.real(file), level)
    }
    // As in SQLite's own file system, the lock is released even if the call fails.
    methods.xUnlock = { file, level in
      let code = FaultFile.below(file).xUnlock(FaultFile.real(file), level)
      return FaultFile.error(.unlock, file) ?? code
    }
    methods.xCheckReservedLock = { file, result in
      FaultFile.error(.reservedLock, file) ?? FaultFile.below(file).xCheckReservedLock(FaultFile.real(file), result)
    }
    methods.xFileControl = { file, operation, argument in
      FaultFile.below(file).xFileControl(FaultFile.real(file), operation, argument)
    }
    methods.xSectorSize = { file in FaultFile.below(file).xSectorSize(FaultFile.real(file)) }
    methods.xDeviceCharacteristics = { file in FaultFile.below(file).xDeviceCharacteristics(FaultFile.real(file)) }
    methods.xShmMap = { file, region, size, extends, memory in
      let path = FaultFile.path(file)
      if path?.mapped.contains(region) != true, let error = FaultFile.error(.sharedMap, file) { return error }
      let code = FaultFile.below(file).xShmMap(FaultFile.real(file), region, size, extends, memory)
      if code == SQLITE_OK, memory?.pointee != nil { path?.mapped.insert(region) }
      return code
    }
    methods.xShmLock = { file, offset, count, flags in
      // SQLite ignores the result of releasing such a lock.
      if flags & SQLITE_SHM_LOCK != 0, let error = FaultFile.error(.sharedLock, file) { return error }
      return FaultFile.below(file).xShmLock(FaultFile.real(file), offset, count, flags)
    }
    methods.xShmBarrier = { file in FaultFile.below(file).xShmBarrier(FaultFile.real(file)) }
    methods.xShmUnmap = { file, deletes in
      FaultFile.path(file)?.mapped = []
      return FaultFile.below(file).xShmUnmap(FaultFile.real(file), deletes)
    }
    methods.xFetch = { file, offset, count, memory in
      FaultFile.below(file).xFetch(FaultFile.real(file), offset, count, memory)
    }
    methods.xUnfetch = { file, offset, memory in
      FaultFile.below(file).xUnfetch(FaultFile.real(file), offset, memory)
    }
    let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    pointer.initialize(to: methods)
    return UnsafePointer(pointer)
  }()
}
