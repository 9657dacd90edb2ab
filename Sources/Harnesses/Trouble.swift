/// The error of a test that did not get something it needs.
public struct Trouble: Error, CustomStringConvertible {
  public let description: String

  /// Makes an error with a sentence.
  public init(_ description: String) { self.description = description }
}
