// The findings of a check.

/// The findings of a check, all or those so far.
public struct DoctorReport: Hashable, Sendable {
  /// The result of a check.
  public enum Verdict: String, Sendable, Comparable {
    /// Nothing is wrong.
    case ok
    /// Nothing is wrong, but there is a remark.
    case note
    /// Something is wrong with the file, or it can't be checked.
    case trouble

    /// Whether the first is less serious than the second.
    public static func < (a: Self, b: Self) -> Bool { b == .trouble && a != b || a == .ok && b == .note }
  }

  /// The most serious result of the findings.
  public var verdict: Verdict
  /// The findings, each a sentence.
  public var findings: [String]
  /// The progress: `3 of 11 tables`; nil if it is unknown, and at the end.
  public var progress: String?

  /// Makes a report of findings, each a sentence.
  public init(_ verdict: Verdict = .ok, _ findings: String..., progress: String? = nil) {
    (self.verdict, self.findings, self.progress) = (verdict, findings, progress)
  }

  /// Adds a finding and its verdict.
  package mutating func add(_ verdict: Verdict, _ finding: String) {
    self.verdict = max(self.verdict, verdict)
    findings.append(finding)
  }
}
