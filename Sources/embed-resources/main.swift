// Writes text files into one Swift source as string literals: embed-resources OUTPUT INPUT...
//
// A literal compiles much faster than SwiftPM's `.embedInCode`, which writes an array of bytes.
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first else {
  FileHandle.standardError.write(Data("usage: embed-resources OUTPUT INPUT...\n".utf8))
  exit(2)
}

var source = "/// The text files of `Resources`, written here at build time.\nenum EmbeddedResources {\n"
for path in arguments.dropFirst() {
  let url = URL(fileURLWithPath: path)
  let text = try String(contentsOf: url, encoding: .utf8)
  let name = url.deletingPathExtension().lastPathComponent
  guard !text.contains("\"\"\"###") else { fatalError("\(path) holds the closing delimiter of its own literal.") }
  source += "  static let \(name) = ###\"\"\"\n\(text)\n\"\"\"###\n"
}
source += "}\n"
try source.write(toFile: output, atomically: true, encoding: .utf8)
