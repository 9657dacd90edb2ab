// An error of the operating system.

import Glibc

/// A call of the operating system that failed.
struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the call, as in its manual page.
  var call: String
  /// The file that it was about, if any.
  var path: String?
  /// The system's error number.
  var code: Int32

  /// Makes the error from the `errno` of the call that has just failed, unless it returned the number itself.
  init(_ call: String, path: String? = nil, code: Int32 = errno) {
    self.call = call
    self.path = path
    self.code = code
  }

  var description: String {
    let subject = path.map { " \($0)" } ?? ""
    return "\(call)\(subject): \(String(cString: strerror(code)))"
  }
}
