// Draws the pictures of the README, and a page of all of them: almanac-pictures FOLDER
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
      let svg = try await draw(scene)
      let file = folder.appendingPathComponent(scene.name + ".svg")
      try Data(svg.utf8).write(to: file, options: .atomic)
      print(file.relativePath)
    }
    let page = folder.appendingPathComponent("README.md")
    try Data(PicturePage.text(PictureScene.all).utf8).write(to: page, options: .atomic)
    print(page.relativePath)
  }

  /// Plays a scene on a file of its own. Returns its SVG.
  @MainActor
  private static func draw(_ scene: PictureScene) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-picture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent(scene.file == nil ? "book.db" : "shop.db").path
    let opened = try await open(scene, path)
    let terminal = VirtualTerminal(size: scene.size, colorDepth: .trueColor)
    let clock = PictureClock(now: PictureScene.now)
    var settings = Settings()
    settings.theme = scene.theme
    settings.use()
    let run = ScreenRun(
      opened, terminal: terminal, file: OpenFile(path: path, isWriteAllowed: true), clock: clock.clock
    ) { _ in try await open(scene, path) }
    await run.settle()
    var frames: [ScreenFilm.Frame] = []
    for step in scene.steps {
      switch step {
      case .keys(let script):
        for event in try Key.parse(script: script) {
          terminal.send(event)
          await run.settle()
        }
      case .outside(let sql):
        let other = try await Book.openFile(path: path, options).connection
        try await other.write { db in try db.execute(sql) }
        await other.close()
        try await run.connection.lookForOutsideChanges()
        await run.settle()
      case .shown(let seconds):
        frames.append(ScreenFilm.Frame(picture(of: terminal, scene), seconds: seconds))
        clock.advance(by: seconds)
        await run.settle()
      }
    }
    await run.close()
    return frames.isEmpty ? picture(of: terminal, scene).svg : ScreenFilm(frames, title: scene.title).svg
  }

  private static var options: Book.Options {
    var options = Book.Options()
    options.acceptsAnyDatabase = true
    return options
  }

  /// Opens the file of a scene, and makes it first if it is not there.
  private static func open(_ scene: PictureScene, _ path: String) async throws -> OpenedFile {
    var options = options
    let isNew = !FileManager.default.fileExists(atPath: path)
    if let sql = scene.file {
      if isNew {
        let maker = try await SQLiteConnection.open(storage: .file(path: path), configuration: .init())
        try await maker.write { db in try db.execute(sql) }
        await maker.close()
      }
      return try await OpenedFile(Book.openFile(path: path, options).connection)
    }
    options.creates = isNew
    if isNew { options.beginning = .samples }
    let connection = try await Book.open(path: path, options)
    if isNew { try await connection.write { db in try db.execute(PictureScene.ages) } }
    return try await OpenedFile(connection)
  }

  @MainActor
  private static func picture(of terminal: VirtualTerminal, _ scene: PictureScene) -> ScreenPicture {
    ScreenPicture(
      cells: terminal.shown, cursor: terminal.cursor, title: scene.title,
      window: [.dawn, .day].contains(scene.theme) ? .light : .dark)
  }
}
