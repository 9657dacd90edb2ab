#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Locks

/// Where an issue was reported.
public struct IssueLocation: Sendable, Hashable {
  /// The module and the file, as `#fileID` gives them.
  public let fileID: String
  /// The path of the file, as `#filePath` gives it.
  public let filePath: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// A place in a source file.
  public init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// Takes an issue: records a test failure, or writes a line to a log.
///
/// A struct around the closure: a task-local value that is itself a function crashes optimised code (Swift 6.3.1).
public struct IssueHandler: Sendable {
  private let handle: @Sendable (_ message: String, _ location: IssueLocation) -> Void

  /// A reporter that passes each issue to a closure, on the thread that reports it.
  public init(_ handle: @escaping @Sendable (_ message: String, _ location: IssueLocation) -> Void) {
    self.handle = handle
  }

  func callAsFunction(_ message: String, _ location: IssueLocation) { handle(message, location) }
}

/// Who takes the issues that `reportIssue` finds.
public enum IssueReporters {
  /// The handler of the whole process, unless a task has its own.
  private static let process = Lock(
    IssueHandler { message, location in
      let program = CommandLine.arguments.first?.split(separator: "/").last ?? "issue"
      let line = "\(program): \(message) (\(location.fileID):\(location.line))\n"
      _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    })

  /// The handler of the present task and its children; `nil` means that of the process.
  @TaskLocal public static var current: IssueHandler?

  static func report(_ message: String, _ location: IssueLocation) {
    let handler = current ?? process.withLock { $0 }
    handler(message, location)
  }
}

/// Says that something happened which should not: fails the present test, logs in the program. The caller goes on.
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

/// Runs `body`; an error that it throws, cancellation apart, is reported as an issue and gives `nil`.
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
