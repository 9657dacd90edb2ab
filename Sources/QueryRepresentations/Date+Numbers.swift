// Stores dates as numbers.

public import FoundationEssentials
public import StructuredQueries

extension Date {
  /// A date as seconds since 1970, as an integer if possible: `@Column(as: Date.UnixTimeRepresentation.self)`.
  public struct UnixTimeRepresentation: QueryRepresentation, Hashable, Sendable {
    /// The date.
    public var represented: Date

    /// Makes the representation of a date.
    public init(representing value: Date) { represented = value }

    /// Reads a number of seconds.
    public init(decoder: inout some QueryDecoder) throws {
      represented = Date(timeIntervalSince1970: try Double(decoder: &decoder))
    }

    /// The number of seconds.
    public var queryBinding: QueryBinding {
      let seconds = represented.timeIntervalSince1970
      return Int(exactly: seconds).map { .integer($0) } ?? .real(seconds)
    }
  }

  /// A date as a number of days, like SQLite's `julianday`: `@Column(as: Date.JulianDayRepresentation.self)`.
  public struct JulianDayRepresentation: QueryRepresentation, Hashable, Sendable {
    /// The date, to the millisecond, which is the precision of a number of days.
    public var represented: Date

    /// Makes the representation of a date.
    public init(representing value: Date) { represented = value }

    /// Reads a number of days.
    public init(decoder: inout some QueryDecoder) throws {
      let milliseconds = ((try Double(decoder: &decoder) - Self.dayOf1970) * 86_400_000).rounded()
      represented = Date(timeIntervalSince1970: milliseconds / 1000)
    }

    /// The number of days.
    public var queryBinding: QueryBinding { .real(Self.dayOf1970 + represented.timeIntervalSince1970 / 86_400) }

    private static let dayOf1970 = 2_440_587.5
  }
}
