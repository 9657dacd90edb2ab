import IssueReporting
import Locks
public import Testing

/// Turns issues from `reportIssue` into failures of the running test.
public struct RecordIssues: TestTrait, SuiteTrait, TestScoping {
  public let isRecursive = true

  /// The trait `.recordsIssues`.
  public init() {}

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let orphans = Orphans()
    let handler = IssueHandler { message, location in
      orphans.record(
        Comment(rawValue: message),
        SourceLocation(
          fileID: location.fileID, filePath: location.filePath,
          line: location.line, column: location.column))
    }
    let result: Result<Void, any Error>
    do {
      result = .success(try await IssueReporters.$current.withValue(handler) { try await function() })
    } catch {
      result = .failure(error)
    }
    // Objects that the test released on another thread are freed on the main actor, if they belong to it.
    await MainActor.run {}
    orphans.adopt()
    try result.get()
  }
}

/// Issues reported where the testing library knows no test, as in the `deinit` of an actor's object. They are kept for
/// the test that set the handler.
private final class Orphans: Sendable {
  /// `nil` once the test is over.
  private let kept = Lock<[(Comment, SourceLocation)]?>([])

  func record(_ comment: Comment, _ location: SourceLocation) {
    let isKept = kept.withLock { kept in
      if Test.current != nil { return false }
      kept?.append((comment, location))
      return kept != nil
    }
    if !isKept { Issue.record(comment, sourceLocation: location) }
  }

  /// Records the kept issues in the running test. Later issues belong to no test.
  func adopt() {
    let orphans = kept.withLock { kept in
      defer { kept = nil }
      return kept ?? []
    }
    for (comment, location) in orphans { Issue.record(comment, sourceLocation: location) }
  }
}

extension Trait where Self == RecordIssues {
  /// Turns issues from `reportIssue` into failures of the running test.
  public static var recordsIssues: Self { RecordIssues() }
}
