// The compiler's messages about a source that uses this project's modules.
import Foundation
import TestSupport

/// The errors and warnings of `source`, as "line:column: error: sentence", in the order of the lines.
func compilerMessages(in source: String) async throws -> [String] {
  try await withFolder { folder in
    let file = folder.appending(path: "wrong.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    // Stores depends on Containers, which depends on a C module.
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").path
    let compiler = try ChildProcess([
      "swiftc", "-typecheck", "-diagnostic-style", "llvm", "-I", products + "/Modules", "-load-plugin-executable",
      products + "/Macros-tool#Macros", "-Xcc", "-fmodule-map-file=\(sources)/CExecutors/module.modulemap",
      file.path,
    ])
    let output = try await offPool { try compiler.end().errors }
    let messages = output.split(separator: "\n").compactMap { line -> (Int, String)? in
      guard line.hasPrefix(file.path + ":"), !line.contains(": note: ") else { return nil }
      let text = line.dropFirst(file.path.count + 1)
      return (Int(text.prefix { $0 != ":" }) ?? 0, String(text))
    }
    return messages.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
