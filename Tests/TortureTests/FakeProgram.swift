// A script in the place of Almanac, which says and does what a test wants.
import Foundation
import TestSupport

@testable import Torture

/// Gives `body` a rig whose `almanac` is this shell script, behind a start that notes each call in `calls` and makes the
/// book that a rig begins with.
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
    // Not written by this process: another test's program may be starting, and hold the file open for a moment.
    try ChildProcess(["sh", "-c", "cat >\"$0\" && chmod +x \"$0\"", program.path]).end(input: text).check()
    let rig = try Rig(programs: folder.path)
    defer { rig.remove() }
    try body(rig) { try String(contentsOf: calls, encoding: .utf8).split(separator: "\n").map(String.init) }
  }
}
