import CSQLite
import Locks

/// Which call fails on the files whose paths begin in some way, from its making until `end()`. Plans are in force side by
/// side. One at a time is the one of the fault runs, whose deeds know no plan: theirs are the static functions.
public final class FaultPlan: Sendable {
  private static let plans = Lock<[FaultPlan]>([])
  private static let ofRuns = Lock<FaultPlan?>(nil)

  private let beginnings: [String]
  private let fault: Fault?
  private let counts = Lock<[Fault.Call: Int]>([:])
  private let isSparing = Lock(false)

  /// Puts the faults' file system and memory below SQLite. Memory before SQLite begins to work, or not at all; files
  /// that are open already are not concerned.
  public static func register(withMemory: Bool) {
    if withMemory { FaultMemory.register() }
    FaultFileSystem.register()
  }

  /// Begins to count the calls on files whose paths begin so, and makes one of them fail.
  public init(on beginnings: [String], _ fault: Fault?) {
    self.beginnings = beginnings
    self.fault = fault
    Self.plans.withLock { $0.append(self) }
  }

  /// Ends the fault. Gives how often each call was made.
  @discardableResult
  public func end() -> [Fault.Call: Int] {
    Self.plans.withLock { plans in plans.removeAll { $0 === self } }
    return counts.withLock(\.self)
  }

  /// Begins the plan of a fault run, in the place of the last one.
  public static func begin(on beginnings: [String], _ fault: Fault?) {
    end()
    let plan = FaultPlan(on: beginnings, fault)
    ofRuns.withLock { $0 = plan }
  }

  /// Ends the plan of a fault run. Gives how often each call was made.
  @discardableResult
  public static func end() -> [Fault.Call: Int] {
    let plan = ofRuns.withLock { plan in
      defer { plan = nil }
      return plan
    }
    return plan?.end() ?? [:]
  }

  /// Runs `body`, in which the plan of a fault run counts no call.
  public static func spare<Result>(_ body: () throws -> Result) rethrows -> Result {
    let plan = ofRuns.withLock(\.self)
    plan?.isSparing.withLock { $0 = true }
    defer { plan?.isSparing.withLock { $0 = false } }
    return try body()
  }

  /// Counts a call on a file, or on none that has a name. Gives the error with which it is to fail.
  public static func error(_ call: Fault.Call, _ path: String?) -> Int32? {
    for plan in plans.withLock(\.self) {
      if let code = plan.error(call, path) { return code }
    }
    return nil
  }

  private func error(_ call: Fault.Call, _ path: String?) -> Int32? {
    guard beginnings.contains(where: { path?.hasPrefix($0) ?? (call == .memory) }), !isSparing.withLock(\.self) else {
      return nil
    }
    let count = counts.withLock { counts in
      for kind in Fault.Call.allCases where kind.holds(call) { counts[kind, default: 0] += 1 }
      return fault.flatMap { counts[$0.call] } ?? 0
    }
    guard let fault, fault.call.holds(call), count == fault.number || fault.lasts && count > fault.number else {
      return nil
    }
    guard fault.code == SQLITE_IOERR else { return fault.code }
    // Whatever the system says, SQLite takes a lock of a log's index for held.
    return call == .sharedLock ? SQLITE_BUSY : call.codes[0]
  }
}
