/// The end of a program, and its output that was not read before.
public struct Ending: Sendable {
  /// The exit status; like in a shell 128 plus the signal's number if a signal ended it.
  public var status: Int32
  /// Its standard output, without the part that was read before.
  public var output: [UInt8]
  /// Its standard error.
  public var errors: String

  /// `output` as text.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// Throws unless the status is 0.
  public func check() throws {
    guard status == 0 else { throw Trouble("status \(status): \(errors)") }
  }
}
