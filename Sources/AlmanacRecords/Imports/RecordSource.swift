// The records of a source, one after the other.
import Databases

/// Reads the records of a source, in bounded memory.
protocol RecordSource {
  /// The next record; nil at the end. Throws `LineFailure` if the source is not in its format, and the errors of
  /// reading.
  mutating func next() throws -> SourceRecord?
  /// Whether a NULL may mean an empty text, because the format writes both alike.
  var mayMeanEmptyText: Bool { get }
  /// The columns named by the first line, once it is read; none if each record names its own.
  var headings: [String] { get }
}

/// A record of a source.
struct SourceRecord: Equatable {
  /// The line of its beginning, from 1.
  var line: Int
  /// The line that names its columns.
  var columnsLine: Int
  var columns: [String]
  var values: [ExactValue]
  /// The positions of values that were rounded on reading.
  var roundedPlaces: [Int] = []
}

/// The format of a source.
public enum SourceFormat: String, CaseIterable, Sendable {
  /// CSV by RFC 4180, or with other signs, with a first line of headings.
  case csv
  /// Values separated by tabs, with `\t`, `\n`, `\r` and `\\` as escapes, and a first line of headings.
  case tsv
  /// One array of objects.
  case json
  /// One object on each line.
  case jsonl

  /// The format for the extension of a file's name; nil if it is unknown.
  public init?(nameOf path: String) {
    let parts = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
    switch ending {
    case "tab": self = .tsv
    case "ndjson": self = .jsonl
    default: self.init(rawValue: ending)
    }
  }
}

/// The error that keeps one line of a source from being added.
public struct LineFailure: Error {
  /// The line, from 1.
  public let number: Int
  /// The cause.
  public let error: any Error

  /// Makes the failure of a line.
  public init(number: Int, error: any Error) { (self.number, self.error) = (number, error) }
}

/// The reason that a source is not in its format or can't be read, as a sentence.
struct SourceProblem: SentenceError, Equatable {
  let description: String

  static let notOrdinary = SourceProblem(description: "Only an ordinary file can be imported here.")
  static let notUTF8 = SourceProblem(description: "It is not UTF-8.")
  /// The longest row of SQLite, in bytes.
  static let longestValue = 1_000_000_000
  static let tooLong = SourceProblem(description: "It has a value of more than a gigabyte, which SQLite can't hold.")
}
