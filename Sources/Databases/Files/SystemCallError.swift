// An error of the operating system.

import Glibc

/// A call of the operating system that failed.
public struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the call, as in its manual page.
  public var call: String
  /// The file that the call was about, if any.
  public var path: String?
  /// The system's error number.
  public var code: Int32

  /// Makes the error from the `errno` of the call that has just failed, or from the number that the call returned.
  init(_ call: String, path: String? = nil, code: Int32 = errno) {
    self.call = call
    self.path = path
    self.code = code
  }

  /// The same for a call about files.
  init(_ call: FileCalls.Call, path: String? = nil, code: Int32 = errno) {
    self.init(call.rawValue, path: path, code: code)
  }

  /// Whether this means that nothing is at the path. Any other error says nothing about the file.
  var saysThatNothingIsThere: Bool { code == ENOENT }

  /// The system's reason, as a sentence without its full stop.
  public var reason: String { String(cString: strerror(code)) }

  /// The call, its path if there is one, and the system's reason.
  public var description: String {
    let subject = path.map { " \($0)" } ?? ""
    return "\(call)\(subject): \(reason)"
  }
}
