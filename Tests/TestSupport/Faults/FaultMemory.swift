import CFaults
import CSQLite

/// SQLite's own memory, some of whose requests are refused: `FaultPlan` says which.
enum FaultMemory {
  /// Makes SQLite ask here. Too late once it has begun to work: then none of its requests is counted.
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
