import IssueReporting
public import Testing

/// Turns what `reportIssue` says into failures of the test that runs.
public struct RecordIssues: TestTrait, SuiteTrait, TestScoping {
  public let isRecursive = true

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let handler = IssueHandler { message, location in
      Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(
          fileID: location.fileID, filePath: location.filePath,
          line: location.line, column: location.column))
    }
    try await IssueReporters.$current.withValue(handler) { try await function() }
  }
}

extension Trait where Self == RecordIssues {
  /// Turns what `reportIssue` says into failures of the test that runs.
  public static var recordsIssues: Self { RecordIssues() }
}
