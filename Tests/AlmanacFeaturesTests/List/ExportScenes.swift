// Writing a list to a file.
import Foundation
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let songs = """
  CREATE TABLE Song(id INTEGER PRIMARY KEY, title TEXT, genre TEXT, length AS (length(title)));
  INSERT INTO Song(id, title, genre) VALUES
    (1, 'Rock, one', 'Rock'), (2, 'Jazz', 'Jazz'), (3, 'Rock "two"', 'Rock'), (4, NULL, 'Rock');
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ExportScenes {
  @Test("CIT-05: :export writes what the list shows: its search, filter and order, by the ending of the name")
  func formats() async throws {
    try await fileScene(songs, size: Size(width: 200, height: 20)) { scene in
      let path = scene.path + ".rock"
      try await scene.press("L,L,f,/,type:rock,Enter,L,S,:,type:export \(path).csv,Enter")
      #expect(scene.status.hasPrefix(" Wrote 3 records to "), "\(scene.lines)")
      #expect(
        try String(contentsOfFile: path + ".csv", encoding: .utf8)
          == "id,title,genre,length\r\n4,,Rock,\r\n3,\"Rock \"\"two\"\"\",Rock,10\r\n1,\"Rock, one\",Rock,9\r\n")
      try await scene.press(":,type:export \(path).jsonl,Enter")
      #expect(
        try String(contentsOfFile: path + ".jsonl", encoding: .utf8) == #"""
          {"id":4,"title":null,"genre":"Rock","length":null}
          {"id":3,"title":"Rock \"two\"","genre":"Rock","length":10}
          {"id":1,"title":"Rock, one","genre":"Rock","length":9}

          """#)
      try await scene.press(":,type:export \(path).md,Enter")
      #expect(
        try String(contentsOfFile: path + ".md", encoding: .utf8).hasPrefix("| id | title | genre | length |\n| ---"))
    }
  }

  @Test("CIT-05: a paused list is not written: it shows an earlier state")
  func paused() async throws {
    try await fileScene(songs, size: Size(width: 200, height: 20)) { scene in
      try await scene.press("P,:,type:export \(scene.path).csv,Enter")
      #expect(scene.status.hasPrefix(" Not while the list is paused"), "\(scene.lines)")
      #expect(!FileManager.default.fileExists(atPath: scene.path + ".csv"))
    }
  }

  @Test(
    "CIT-05: Ctrl-C stops an export, from another tab too, and says that there is no file; then the next one begins")
  func stopped() async throws {
    let gate = StatementGate()
    let tables = songs + "CREATE TABLE Tune(id INTEGER PRIMARY KEY);"
    try await fileScene(tables, size: Size(width: 200, height: 20), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("2,1")
      for keys in ["C-c", "2,C-c,1"] {
        gate.close("`Song`")
        try await scene.pressWhileWaiting(":,type:export \(scene.path).csv,Enter")
        await gate.arrival()
        try await scene.pressWhileWaiting(keys)
        gate.open()
        await scene.run.settle()
        #expect(scene.lines.joined().contains("Not written: it was stopped. There is no new file."), "\(scene.lines)")
        #expect(!FileManager.default.fileExists(atPath: scene.path + ".csv"))
      }
      try await scene.press(":,type:export \(scene.path).csv,Enter")
      #expect(scene.status.hasPrefix(" Wrote 4 records"), "\(scene.lines)")
    }
  }

  @Test("CIT-05: a file that is there stays as it is; a name without a format, and a folder that is missing, are named")
  func refused() async throws {
    try await fileScene(songs, size: Size(width: 200, height: 20)) { scene in
      let path = scene.path + ".csv"
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
      try await scene.press(":,type:export \(path),Enter")
      #expect(scene.status.contains("is there already, and is left alone: give another name."), "\(scene.lines)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
      try await scene.press(":,type:export songs.xls,Enter")
      #expect(
        scene.status.hasPrefix(
          " The name songs.xls tells no format: it must end with .csv, .tsv, .json, .jsonl or .md."), "\(scene.lines)")
      try await scene.press(":,type:export /nowhere/songs.csv,Enter")
      #expect(
        scene.status.hasPrefix(" /nowhere/songs.csv can't be written: No such file or directory."), "\(scene.lines)")
    }
  }
}
