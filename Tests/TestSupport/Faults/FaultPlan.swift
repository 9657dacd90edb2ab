import Locks

/// Which call fails next. One plan is for the whole process: it counts and strikes the calls on
/// some files.
public enum FaultPlan {
  private struct State {
    /// How the paths begin whose calls are counted.
    var beginnings: [String] = []
    var fault: Fault?
    var counts: [Fault.Call: Int] = [:]
    var strikes = 0
    var isSparing = false
  }

  private static let state = Lock(State())

  /// Puts the faults' file system and memory below SQLite. Before SQLite begins to work, where memory is to fail too.
  public static func register() { FaultFileSystem.register() }

  /// Begins to count the calls on files whose paths begin so, and makes one of them fail.
  public static func begin(on beginnings: [String], _ fault: Fault?) {
    register()
    state.withLock { $0 = State(beginnings: beginnings, fault: fault) }
  }

  /// Ends all faults. Gives how often each call was made, and how many of them failed.
  @discardableResult
  public static func end() -> (counts: [Fault.Call: Int], strikes: Int) {
    state.withLock { state in
      defer { state = State() }
      return (state.counts, state.strikes)
    }
  }

  /// Runs `body`, in which no call is counted.
  public static func spare<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.isSparing = true }
    defer { state.withLock { $0.isSparing = false } }
    return try body()
  }

  /// Counts a call on a file, or on none that has a name. Gives the error with which it is to fail.
  public static func error(_ call: Fault.Call, _ path: String?) -> Int32? {
    state.withLock { state in
      guard !state.isSparing, state.beginnings.contains(where: { path?.hasPrefix($0) ?? (call == .memory) }) else {
        return nil
      }
      let count = state.counts[call, default: 0] + 1
      state.counts[call] = count
      guard let fault = state.fault, fault.call == call,
        count == fault.number || fault.lasts && count > fault.number
      else { return nil }
      state.strikes += 1
      return fault.code
    }
  }
}
