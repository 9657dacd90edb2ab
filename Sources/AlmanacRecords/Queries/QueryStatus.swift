// What a person can know about a query that runs or is followed.

public import LiveResults

/// How far a query is, and how its result is kept.
public struct QueryStatus: Hashable, Sendable {
  /// How a result follows the commits.
  public enum Keeping: Hashable, Sendable {
    /// At the cost of each change.
    case live(Upkeep.Method)
    /// The query runs again after each commit that concerns it, because of what the reason names.
    case again(reason: String)
    /// No commit concerns it, because the query reads no table.
    case constant
    /// The result is too large: its first rows follow, at most this many. `isLive`: at the cost of each change;
    /// otherwise the query runs again.
    case first(Int, isLive: Bool)
  }

  /// The number of rows read so far by the first run.
  public internal(set) var readCount = 0
  /// How the result is kept; nil before the first run has ended.
  public internal(set) var keeping: Keeping?
  /// The number of all rows, if only the first ones are in the result and the number is known.
  public internal(set) var total: Int?
  /// How long the last run of the whole query took.
  public internal(set) var runTime = Duration.zero
  /// How often a check has found the kept result wrong, and corrected it.
  public internal(set) var corrections = 0
  /// The number of changes of the rows so far.
  public internal(set) var version = 0
  /// Why the result is not true any more; nil if it is.
  public internal(set) var problem: QueryProblem?
  /// Whether rows have changed since the last run of a query that runs again, and its pause is not over.
  public internal(set) var isOwed = false
  /// Whether the result stays behind the file long enough to be seen: a query pauses nine times as long as it ran.
  public var isBehind: Bool { isOwed && runTime >= .milliseconds(20) }
  /// Whether only another run can show the result: it has other columns now, or has become too large.
  public internal(set) var needsRun = false
}

/// Why a query does not run.
public struct QueryProblem: SentenceError, Hashable {
  /// What is wrong, as a sentence.
  public let description: String
  /// Where the mistake is, in bytes from the start of the text; nil if it is in no one place.
  public let place: Int?

  /// Why a text does not run; `nil` if the error is another one.
  public init?(_ error: any Error) {
    guard let error = error as? QueryError else { return nil }
    self.init(description: error.message + ".", place: error.place)
  }

  /// Makes a problem from a sentence.
  public init(description: String, place: Int?) { (self.description, self.place) = (description, place) }
}
