import CFaults
import CSQLite

/// SQLite's own memory, with some refused requests, which `FaultPlan` chooses.
enum FaultMemory {
  /// Makes SQLite request memory here. It has no effect after SQLite has started: then no request is counted.
  static func register() { _ = isRegistered }

  private static let isRegistered: Bool = {
    var methods = real
    methods.xMalloc = { size in
      FaultPlan.error(.memory, nil) == nil ? FaultMemory.real.xMalloc(size) : nil
    }
    methods.xRealloc = { memory, size in
      FaultPlan.error(.memory, nil) == nil ? FaultMemory.real.xRealloc(memory, size) : nil
    }
    return cfaults_set_memory(&methods) == SQLITE_OK
  }()

  nonisolated(unsafe) private static let real: sqlite3_mem_methods = {
    var methods = sqlite3_mem_methods()
    _ = cfaults_get_memory(&methods)
    return methods
  }()
}
