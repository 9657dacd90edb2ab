// What a check of a file has found.

/// What a check has found, as far as it has come.
public struct DoctorReport: Hashable, Sendable {
  /// How a check ends.
  public enum Verdict: String, Sendable, Comparable {
    /// Nothing is wrong.
    case ok
    /// Nothing is wrong, and there is something to know.
    case note
    /// Something is wrong with the file, or it can't be checked.
    case trouble

    /// Whether the one means less than the other.
    public static func < (a: Self, b: Self) -> Bool { b == .trouble && a != b || a == .ok && b == .note }
  }

  /// The worst of what was found.
  public var verdict: Verdict
  /// What was found, each a sentence.
  public var findings: [String]
  /// How far the check has come: `3 of 11 tables`; `nil` where that is not known, and at the end.
  public var progress: String?

  /// A report of findings, each a sentence.
  public init(_ verdict: Verdict = .ok, _ findings: String..., progress: String? = nil) {
    (self.verdict, self.findings, self.progress) = (verdict, findings, progress)
  }

  /// Adds a sentence, and what it means.
  package mutating func add(_ verdict: Verdict, _ finding: String) {
    self.verdict = max(self.verdict, verdict)
    findings.append(finding)
  }
}
