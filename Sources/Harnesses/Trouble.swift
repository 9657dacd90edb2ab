/// Something that a test can't do without, and did not get.
public struct Trouble: Error, CustomStringConvertible {
  public let description: String

  /// Makes an error with a sentence.
  public init(_ description: String) { self.description = description }
}
