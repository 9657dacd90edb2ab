import Glibc

/// The environment that the program was started in.
enum Environment {
  /// The value of a variable; `nil` where it is not set, or empty.
  static subscript(name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  /// Whether the locale writes in UTF-8.
  static var isUnicode: Bool { String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" }
}
