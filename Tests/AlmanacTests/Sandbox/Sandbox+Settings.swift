import Foundation

extension Sandbox {
  /// A sandbox whose settings show dates to the second and numbers as digits: that tells one reading of a value from
  /// another.
  static func showingDigits() throws -> Sandbox {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox["config/almanac"], withIntermediateDirectories: true)
    try "dates = exact\nthousands = none\n".write(
      toFile: sandbox["config/almanac/config"], atomically: false, encoding: .utf8)
    return sandbox
  }
}
