// The person's configuration file, read once at the start.
import AlmanacFeatures
import Containers
import Glibc

/// The file `$XDG_CONFIG_HOME/almanac/config`.
@MainActor
enum ConfigurationFile {
  /// Where it is; nil if the environment names no place.
  static var path: String? {
    if let folder = Environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder + "/almanac/config" }
    return Environment["HOME"].map { $0 + "/.config/almanac/config" }
  }

  /// Its content.
  static let content: Configuration = path.map { read($0) } ?? Configuration()

  /// A larger file is no configuration.
  private static let byteLimit = 1 << 20

  private static func read(_ path: String) -> Configuration {
    // Without waiting, if it is a pipe.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      return errno == ENOENT ? Configuration() : unreadable(path, String(cString: strerror(errno)))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return unreadable(path, "it is no file")
    }
    guard status.st_size <= byteLimit else { return unreadable(path, "it is larger than a megabyte") }
    var bytes = [UInt8](repeating: 0, count: byteLimit)
    var count = 0
    while count < bytes.count {
      let length = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
      if length == 0 { break }
      guard length > 0 else { return unreadable(path, String(cString: strerror(errno))) }
      count += length
    }
    guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
      return unreadable(path, "it is not UTF-8")
    }
    return Configuration(text)
  }

  private static func unreadable(_ path: String, _ reason: String) -> Configuration {
    Configuration(unreadable: "\(path) can't be read, since \(reason.prefix(1).lowercased() + reason.dropFirst())")
  }

  /// Sets what holds for the file at a path; nil: for no file in particular.
  static func use(for path: String?) {
    let whole = path.map { path in
      guard let real = realpath(path, nil) else { return path }
      defer { free(real) }
      return String(cString: real)
    }
    content.settings(for: whole, home: Environment["HOME"]).use()
  }

  /// Says which lines about some settings can't be followed.
  static func complain(about settings: [String]) {
    for complaint in content.complaints
    where complaint.isOfAll || complaint.setting.map(settings.contains) == true {
      StandardStreams.complain(complaint.sentence)
    }
  }
}
