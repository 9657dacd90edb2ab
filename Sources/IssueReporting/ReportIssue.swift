import Glibc
import Locks

/// The place where an issue was reported.
public struct IssueLocation: Sendable, Hashable {
  /// The module and the file, in the form of `#fileID`.
  public let fileID: String
  /// The path of the file, in the form of `#filePath`.
  public let filePath: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// Makes a place in a source file.
  public init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// Handles an issue: records a test failure, or writes a line to a log.
///
/// A struct around the closure, because a task-local value that is a function crashes optimised code (Swift 6.3.1).
public struct IssueHandler: Sendable {
  private let handle: @Sendable (_ message: String, _ location: IssueLocation) -> Void

  /// Makes a handler that passes each issue to a closure, on the reporting thread.
  public init(_ handle: @escaping @Sendable (_ message: String, _ location: IssueLocation) -> Void) {
    self.handle = handle
  }

  func callAsFunction(_ message: String, _ location: IssueLocation) { handle(message, location) }
}

/// The handlers of issues.
public enum IssueReporters {
  /// The handler of the whole process, unless a task has its own.
  private static let process = Lock(
    IssueHandler { message, location in
      let program = CommandLine.arguments.first?.split(separator: "/").last ?? "issue"
      let line = "\(program): \(message) (\(location.fileID):\(location.line))\n"
      _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    })

  /// The handler of the current task and its children; nil means that of the process.
  @TaskLocal public static var current: IssueHandler?

  static func report(_ message: String, _ location: IssueLocation) {
    let handler = current ?? process.withLock { $0 }
    handler(message, location)
  }
}

/// Reports that something happened which should not: fails the current test, and logs in a program. The caller
/// continues.
public func reportIssue(
  _ message: @autoclosure () -> String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  IssueReporters.report(
    message(),
    IssueLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column)))
}

/// Runs `body`. An error, except cancellation, is reported as an issue; returns nil after any error.
@discardableResult
public func withErrorReporting<Result>(
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Result
) async -> Result? {
  do {
    return try await body()
  } catch is CancellationError {
    return nil
  } catch {
    reportIssue("\(error)", fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }
}
