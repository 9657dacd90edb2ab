import Glibc

/// The environment that the program was started in.
enum Environment {
  /// The value of a variable; `nil` where it is not set, or empty.
  static subscript(name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  /// The value of a variable that names a file; `nil` where it is not set, or empty. Throws `CommandFailure` where it
  /// is not UTF-8: another file would be meant.
  static func path(_ name: String) throws -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    guard let path = String(validatingCString: value) else {
      throw CommandFailure("\(name) is not UTF-8, so it names no file that Almanac can open.")
    }
    return path
  }

  /// Whether the locale writes in UTF-8.
  static var isUnicode: Bool { String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" }
}
