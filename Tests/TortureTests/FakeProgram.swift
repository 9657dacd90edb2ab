// A script in place of Almanac, which prints and does what a test wants.
import Foundation
import TestSupport

@testable import Torture

/// Calls `body` with a rig whose `almanac` is this shell script. The script begins by noting each call in `calls` and
/// making the book that a rig begins with.
func withFakeProgram(_ script: String, _ body: (_ rig: Rig, _ calls: () throws -> [String]) throws -> Void) async throws
{
  try await withFolder { folder in
    let (program, calls) = (folder.appending(path: "almanac"), folder.appending(path: "calls"))
    let text = """
      #!/bin/sh
      echo "$*" >>'\(calls.path)'
      for last; do :; done
      case "$*" in *--sample*) exec sqlite3 "$last" "
        CREATE TABLE facts(id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL, createdAt TEXT);
        CREATE TABLE users(id INTEGER PRIMARY KEY, name, email, active, createdAt);";;
      esac
      \(script)
      """
    // Another process writes the script: a program that another test starts at this moment may inherit an open file.
    try ChildProcess(["sh", "-c", "cat >\"$0\" && chmod +x \"$0\"", program.path]).end(input: text).check()
    let rig = try Rig(programs: folder.path)
    defer { rig.remove() }
    try body(rig) { try String(contentsOf: calls, encoding: .utf8).split(separator: "\n").map(String.init) }
  }
}
