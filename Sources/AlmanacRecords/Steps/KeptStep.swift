// A step of undo as it is kept from one run of the program to the next.
import Databases
import Glibc

/// A change that undo can take back, with its name.
public struct KeptStep: Hashable, Sendable {
  /// The change in words: `Deleted user 3`.
  public var label: String
  /// The name of the table whose records were changed.
  public var table: String
  /// The change itself.
  public var change: BookChange
  /// The record that had the cursor when many were changed.
  public var cursor: RecordID?
  /// What it has reverted: `commit 5`; nil if it is no revert.
  public var reverted: String?
  /// When it was made, in seconds since 1970.
  public var madeAt: Double

  /// The present time, in seconds since 1970.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Makes a step.
  public init(
    label: String, table: String, change: BookChange, cursor: RecordID? = nil, reverted: String? = nil,
    madeAt: Double = KeptStep.now
  ) {
    (self.label, self.table, self.change, self.cursor) = (label, table, change, cursor)
    (self.reverted, self.madeAt) = (reverted, madeAt)
  }
}

extension KeptStep: StackedStep {
  /// Follows the renaming of a table.
  public mutating func rename(_ old: String, to new: String) {
    if table.isSameName(as: old) { table = new }
    change.rename(old, to: new)
  }
}

/// What the file of steps says, in the order in which it was written.
enum StepEntry: Hashable {
  /// A change is about to be committed.
  case making(KeptStep)
  /// A step is about to be undone or made again; `now`: the step as it was really taken, if rows were left out.
  case taking(StepID, isUndo: Bool, now: KeptStep?)
  /// The entry was committed, or not.
  case settled(StepID, isDone: Bool)
  /// The next step waits until after all others, or is given up.
  case placed(StepID, isUndo: Bool, isForgotten: Bool)
  /// A table has another name.
  case renamed(String, to: String)
}

/// The identity of an entry, by chance: no two of a file are equal.
struct StepID: Hashable, Sendable {
  let number: UInt64

  init(_ number: UInt64) { self.number = number }
  init() { number = .random(in: .min ... .max) }
}
