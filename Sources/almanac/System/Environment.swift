import Glibc

/// The environment of the program.
enum Environment {
  /// The value of a variable; `nil` if it is not set or empty.
  static subscript(name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  /// The value of a variable that names a file; `nil` if it is not set or empty. Throws `CommandFailure` if it is not
  /// UTF-8, because it would then name another file.
  static func path(_ name: String) throws -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    guard let path = String(validatingCString: value) else {
      throw CommandFailure("\(name) is not UTF-8, so it names no file that Almanac can open.")
    }
    return path
  }

  /// Whether the locale's encoding is UTF-8.
  static var isUnicode: Bool { String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" }
}
