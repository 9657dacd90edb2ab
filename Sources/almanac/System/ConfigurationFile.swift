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

  /// Its content; after a change by the page of the settings, the new one.
  private(set) static var content: Configuration = path.map { read($0) } ?? Configuration()

  /// A larger file is no configuration.
  private nonisolated static let byteLimit = 1 << 20

  private static func read(_ path: String) -> Configuration {
    do {
      return Configuration(try text(at: path))
    } catch {
      return Configuration(unreadable: error.description)
    }
  }

  /// The text at a path; empty if nothing is there. Throws a clause.
  nonisolated static func text(at path: String) throws(StateUnkept) -> String {
    // Without waiting, if it is a pipe.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return "" }
      throw unreadable(path, String(cString: strerror(errno)))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreadable(path, "it is no file")
    }
    guard status.st_size <= byteLimit else { throw unreadable(path, "it is larger than a megabyte") }
    var bytes = [UInt8](repeating: 0, count: byteLimit)
    var count = 0
    while count < bytes.count {
      let length = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
      if length == 0 { break }
      guard length > 0 else { throw unreadable(path, String(cString: strerror(errno))) }
      count += length
    }
    guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
      throw unreadable(path, "it is not UTF-8")
    }
    return text
  }

  private nonisolated static func unreadable(_ path: String, _ reason: String) -> StateUnkept {
    StateUnkept("\(path) can't be read, since \(reason.prefix(1).lowercased() + reason.dropFirst())")
  }

  /// Sets what holds for the file at a path; nil: for no file in particular.
  static func use(for path: String?) {
    content.settings(for: path.map(resolved), home: Environment["HOME"]).use()
  }

  /// A path with its links resolved; the same path if nothing is there.
  private nonisolated static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Lets the page of the settings change the file, for the shown file at a path.
  static func allowChanges(shown: String) {
    guard let path else { return }
    let file = SettingsFile(
      path: path, shownPath: resolved(shown), home: Environment["HOME"],
      change: { try change(path, $0) })
    register(file)
  }

  /// Replaces the text of the file by an edited one. The folder is locked meanwhile, so that of two programs neither
  /// loses the line of the other.
  private static func change(_ path: String, _ edit: (String) throws -> String) throws -> String {
    let name = path.lastIndex(of: "/") ?? path.startIndex
    let folder = String(path[..<name])
    for (index, sign) in zip(folder.indices, folder) where sign == "/" && index > folder.startIndex {
      mkdir(String(folder[..<index]), 0o700)
    }
    mkdir(folder, 0o700)
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else {
      throw StateUnkept("Nothing is changed: \(path) can't be written, since \(String(cString: strerror(errno))).")
    }
    defer { close(lock) }
    // Without waiting: the other program may be stopped.
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw StateUnkept("Nothing is changed: another Almanac is writing the file. Try again.")
    }
    let old: String
    do {
      old = try text(at: path)
    } catch {
      throw StateUnkept("Nothing is changed: \(error).")
    }
    let new = try edit(old)
    try replace(path, with: new)
    content = Configuration(new)
    return new
  }

  private nonisolated static func register(_ file: SettingsFile) {
    Container.shared.settingsFile.register { file }
  }

  /// Replaces the text of the file, all or nothing; of the file that a link names, not the link. Its permissions stay.
  private nonisolated static func replace(_ path: String, with text: String) throws {
    func failure() -> StateUnkept {
      StateUnkept("Nothing is changed: \(path) can't be written, since \(String(cString: strerror(errno))).")
    }
    let target = resolved(path)
    var status = stat()
    // A draft in the place of the link would leave the person's file without its settings when it is back.
    guard target != path || lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFLNK else {
      throw StateUnkept("Nothing is changed: the configuration is a link to a file that is not there.")
    }
    let isThere = stat(target, &status) == 0
    guard !isThere || access(target, W_OK) == 0 else { throw failure() }
    let mode = isThere ? status.st_mode & 0o7777 : 0o600
    let draft = "\(target).\(getpid()).new"
    // A killed process with the same number may have left one.
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    do {
      try StandardStreams.write(text, to: file)
    } catch {
      unlink(draft)
      throw StateUnkept("Nothing is changed: \(path) can't be written: \(error)")
    }
    let isOwnersFile = !isThere || fchown(file, status.st_uid, status.st_gid) == 0
    guard isOwnersFile, fchmod(file, mode) == 0, fsync(file) == 0, rename(draft, target) == 0 else {
      let failure = failure()
      unlink(draft)
      throw failure
    }
  }

  /// Says which lines about some settings can't be followed.
  static func complain(about settings: [String]) {
    for complaint in content.complaints
    where complaint.isOfAll || complaint.setting.map(settings.contains) == true {
      StandardStreams.complain(complaint.sentence)
    }
  }
}
