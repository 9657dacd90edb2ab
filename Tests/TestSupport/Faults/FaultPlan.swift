import CSQLite
import Locks

/// The failing call on files whose paths have given beginnings, from its creation until `end()`. Several plans can be
/// active. At most one of them belongs to a fault run, whose deeds have no reference to it and use the static
/// functions.
public final class FaultPlan: Sendable {
  private static let plans = Lock<[FaultPlan]>([])
  private static let ofRuns = Lock<FaultPlan?>(nil)

  private let beginnings: [String]
  private let fault: Fault?
  private let counts = Lock<[Fault.Call: Int]>([:])
  private let isSparing = Lock(false)

  /// Installs the faults' file system and memory under SQLite. Memory must be installed before SQLite starts; open
  /// files are not affected.
  public static func register(withMemory: Bool) {
    if withMemory { FaultMemory.register() }
    FaultFileSystem.register()
  }

  /// Starts counting the calls on files whose paths have these beginnings, and makes one of them fail.
  public init(on beginnings: [String], _ fault: Fault?) {
    self.beginnings = beginnings
    self.fault = fault
    Self.plans.withLock { $0.append(self) }
  }

  /// Ends the fault. Returns the count of each call.
  @discardableResult
  public func end() -> [Fault.Call: Int] {
    Self.plans.withLock { plans in plans.removeAll { $0 === self } }
    return counts.withLock(\.self)
  }

  /// Starts the plan of a fault run, and ends the one before.
  public static func begin(on beginnings: [String], _ fault: Fault?) {
    end()
    let plan = FaultPlan(on: beginnings, fault)
    ofRuns.withLock { $0 = plan }
  }

  /// Ends the plan of a fault run. Returns the count of each call.
  @discardableResult
  public static func end() -> [Fault.Call: Int] {
    let plan = ofRuns.withLock { plan in
      defer { plan = nil }
      return plan
    }
    return plan?.end() ?? [:]
  }

  /// Ends the fault of a fault run if it imitates another program's lock.
  public static func releaseLock() {
    if ofRuns.withLock({ $0?.fault?.code }) == SQLITE_BUSY { end() }
  }

  /// Runs `body`; the plan of a fault run counts no calls in it.
  public static func spare<Result>(_ body: () throws -> Result) rethrows -> Result {
    let plan = ofRuns.withLock(\.self)
    plan?.isSparing.withLock { $0 = true }
    defer { plan?.isSparing.withLock { $0 = false } }
    return try body()
  }

  /// Counts a call on a file, or on none if `path` is nil. Returns the error for the call; `nil` if it does not fail.
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
    // SQLite treats a failed lock of a log's index as held by another program, whatever the system's error was.
    return call == .sharedLock ? SQLITE_BUSY : call.codes[0]
  }
}
