// Draws the pictures of the README: almanac-pictures FOLDER
import AlmanacFeatures
import AlmanacRecords
import Containers
import Databases
import Foundation
import LiveQueries
import Pictures
import Terminals

@main
struct AlmanacPictures {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: almanac-pictures FOLDER\n".utf8))
      exit(2)
    }
    let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for scene in PictureScene.all {
      let picture = try await draw(scene)
      let file = folder.appendingPathComponent(scene.name + ".svg")
      try Data(picture.svg.utf8).write(to: file, options: .atomic)
      print(file.relativePath)
    }
  }

  /// Plays a scene on a new book.
  @MainActor
  private static func draw(_ scene: PictureScene) async throws -> ScreenPicture {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-picture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("book.db").path
    var options = Book.Options()
    options.creates = true
    options.beginning = .samples
    let connection = try await Book.open(path: path, options)
    try await connection.write { db in try db.execute(PictureScene.ages) }
    let terminal = VirtualTerminal(size: scene.size)
    let run = ScreenRun(
      try await OpenedFile(connection), terminal: terminal, file: OpenFile(path: path),
      clock: .fixed(PictureScene.now, zone: .utc)
    ) { _ in try await OpenedFile(Book.open(path: path)) }
    await run.settle()
    for step in scene.steps {
      switch step {
      case .keys(let script):
        for event in try Key.parse(script: script) {
          terminal.send(event)
          await run.settle()
        }
      case .outside(let sql):
        let other = try await Book.open(path: path)
        try await other.write { db in try db.execute(sql) }
        await other.close()
        await run.settle()
      }
    }
    await connection.close()
    return ScreenPicture(cells: terminal.shown, cursor: terminal.cursor, title: scene.title)
  }
}
