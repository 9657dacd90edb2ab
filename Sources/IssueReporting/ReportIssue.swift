#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Locks

/// Where an issue was reported.
public struct IssueLocation: Sendable, Hashable {
  public let fileID: String
  public let filePath: String
  public let line: Int
  public let column: Int

  public init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// Takes an issue: records a test failure, or writes a line to a log.
public typealias IssueHandler = @Sendable (_ message: String, _ location: IssueLocation) -> Void

/// Who takes the issues that `reportIssue` finds.
public enum IssueReporters {
  /// The handler of the whole process, unless a task has its own.
  private static let process = Lock<IssueHandler>({ message, location in
    let line = "almanac: \(message) (\(location.fileID):\(location.line))\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  })

  /// The handler of the present task and its children; `nil` means that of the process.
  @TaskLocal public static var current: IssueHandler?

  /// Replaces the handler of the process.
  public static func setProcessHandler(_ handler: @escaping IssueHandler) {
    process.withLock { $0 = handler }
  }

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
public func withErrorReporting<Result>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) -> Result? {
  do {
    return try body()
  } catch is CancellationError {
    return nil
  } catch {
    reportIssue("\(error)", fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }
}

/// Runs `body`; an error that it throws, cancellation apart, is reported as an issue and gives `nil`.
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
