// Records as a source has them, one after the other.
import Databases

/// Reads the records of a source, in bounded memory.
protocol RecordSource {
  /// The next record; `nil` at the end. Throws `LineFailure` where the source is not in its format, and what reading
  /// throws.
  mutating func next() throws -> SourceRecord?
  /// Whether a NULL may be meant as an empty text: the format writes both alike.
  var mayMeanEmptyText: Bool { get }
  /// The columns that its first line names, once that is read; none where each record names its own.
  var headings: [String] { get }
}

/// A record of a source.
struct SourceRecord: Equatable {
  /// The line on which it begins, from 1.
  var line: Int
  /// The line that names its columns.
  var columnsLine: Int
  var columns: [String]
  var values: [ExactValue]
  /// The places of values that were rounded when they were read.
  var roundedPlaces: [Int] = []
}

/// How a source is written.
public enum SourceFormat: String, CaseIterable, Sendable {
  /// As RFC 4180 has it, with a line of headings first.
  case csv
  /// Tabs between values, `\t`, `\n`, `\r` and `\\` escaped in them, a line of headings first.
  case tsv
  /// One array of objects.
  case json
  /// An object on each line.
  case jsonl

  /// The format that the name of a file ends with; `nil` where it tells none.
  public init?(nameOf path: String) {
    let parts = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
    switch ending {
    case "tab": self = .tsv
    case "ndjson": self = .jsonl
    default: self.init(rawValue: ending)
    }
  }

  func source(_ bytes: SourceBytes) -> any RecordSource {
    switch self {
    case .csv: DelimitedSource(bytes, isCSV: true)
    case .tsv: DelimitedSource(bytes, isCSV: false)
    case .json, .jsonl: JSONSource(bytes)
    }
  }
}

/// What keeps one line of a source from being added.
public struct LineFailure: Error {
  /// The line, from 1.
  public let number: Int
  /// Why.
  public let error: any Error

  /// Makes a failure of a line.
  public init(number: Int, error: any Error) { (self.number, self.error) = (number, error) }
}

/// Why a source is not in its format, or can't be read, as a sentence.
struct SourceProblem: SentenceError, Equatable {
  let description: String

  static let utf16 = SourceProblem(description: "It is UTF-16: save it as UTF-8.")
  static let notUTF8 = SourceProblem(description: "It is not UTF-8.")
  /// As long as a row of SQLite can be.
  static let longestValue = 1_000_000_000
  static let tooLong = SourceProblem(description: "It has a value of more than a gigabyte, which SQLite can't hold.")
}
