// The costs of a driven program.
import Glibc
import Harnesses

extension DrivenProgram {
  private var threads: [pid_t] { names(in: "/proc/\(process)/task").compactMap { pid_t($0) } }

  /// The processor time that it has used so far, in nanoseconds.
  var processorTime: Int {
    threads.reduce(0) { sum, thread in
      let text = contents(of: "/proc/\(process)/task/\(thread)/schedstat")
      return sum + (text.split(separator: " ").first.flatMap { Int($0) } ?? 0)
    }
  }

  /// The instructions that it runs during `body`; nil if the processor does not count them.
  func instructions(_ body: () throws -> Void) rethrows -> Int? {
    let counter = InstructionCounter(threads: threads)
    try body()
    return counter?.total
  }

  /// A memory figure in kilobytes, by the kernel's name for it.
  func memory(_ name: String) -> Int { memoryOfProcess(String(process), name) }
}

/// A figure of a process's memory, in KiB. `process`: its number or `self`. `name`: such as `RssAnon`.
func memoryOfProcess(_ process: String, _ name: String) -> Int {
  for line in contents(of: "/proc/\(process)/status").split(separator: "\n") where line.hasPrefix(name + ":") {
    return Int(line.filter(\.isNumber)) ?? 0
  }
  return 0
}

/// The text of a small file; empty if it can't be read.
func contents(of path: String) -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return "" }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 8192)
  while true {
    let count = read(descriptor, &piece, piece.count)
    guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes += piece[..<count]
  }
}

/// The names in a folder.
private func names(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      })
  }
  return names
}
