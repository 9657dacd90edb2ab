// The signs that separate and enclose the values of CSV.

/// The sign between the values of CSV, and the one around a value.
public struct DelimitedSigns: Hashable, Sendable {
  /// The sign between two values.
  public private(set) var delimiter: Unicode.Scalar = ","
  /// The sign before and after a value that contains other signs, which is doubled inside; nil for values that are
  /// never enclosed.
  public private(set) var quote: Unicode.Scalar? = "\""

  /// Makes the usual signs.
  public init() {}

  /// Makes the signs from what a person wrote: one character, or `tab`; for the quote one of ASCII, or `none`. Throws a
  /// sentence.
  public init(delimiter: String?, quote: String?) throws {
    if let delimiter {
      self.delimiter = try Self.sign(delimiter, "The delimiter")
    }
    if let quote {
      self.quote = quote.lowercased() == "none" ? nil : try Self.sign(quote, "The quote")
      if let sign = self.quote, !sign.isASCII { throw SourceProblem(description: "The quote is no sign of ASCII.") }
    }
    if self.delimiter == self.quote {
      throw SourceProblem(description: "The delimiter and the quote are the same sign.")
    }
  }

  private static func sign(_ text: String, _ name: String) throws -> Unicode.Scalar {
    let scalars = Array(text.unicodeScalars)
    if ["tab", "\\t"].contains(text.lowercased()) { return "\t" }
    guard scalars.count == 1 else {
      throw SourceProblem(description: "\(name) must be one character, not '\(text)'.")
    }
    guard !["\n", "\r", "\0"].contains(scalars[0]) else {
      throw SourceProblem(description: "\(name) can't be a line end.")
    }
    return scalars[0]
  }

  /// The delimiter as a person writes it.
  public var delimiterText: String { delimiter == "\t" ? "tab" : String(delimiter) }
  /// The quote as a person writes it.
  public var quoteText: String { quote.map { $0 == "\t" ? "tab" : String($0) } ?? "none" }
}

/// How a source is to be read.
public struct SourceForm: Hashable, Sendable {
  /// The format.
  public var format: SourceFormat
  /// The signs of CSV.
  public var signs: DelimitedSigns
  /// The encoding, if no byte order mark tells it.
  public var encoding: SourceEncoding

  /// Makes the form of a source.
  public init(_ format: SourceFormat, _ signs: DelimitedSigns = DelimitedSigns(), _ encoding: SourceEncoding = .utf8) {
    (self.format, self.signs, self.encoding) = (format, signs, encoding)
  }

  /// The records of a source. `takesEmptyNames`: whether the first line may leave a column without a name.
  func source(_ bytes: SourceBytes, takesEmptyNames: Bool = false) -> any RecordSource {
    switch format {
    case .csv: DelimitedSource(bytes, signs, takesEmptyNames: takesEmptyNames)
    case .tsv: DelimitedSource(bytes, nil, takesEmptyNames: takesEmptyNames)
    case .json, .jsonl: JSONSource(bytes)
    }
  }
}
