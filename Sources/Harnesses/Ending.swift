/// How a program ended, and what it wrote that was not read before.
public struct Ending: Sendable {
  /// The exit status; 128 and the signal's number where a signal ended it, as a shell counts.
  public var status: Int32
  /// What it wrote to standard output.
  public var output: [UInt8]
  /// What it wrote to standard error.
  public var errors: String

  /// What it wrote to standard output, as text.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// Throws unless all went well.
  public func check() throws {
    guard status == 0 else { throw Trouble("status \(status): \(errors)") }
  }
}
