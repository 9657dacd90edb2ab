// The pictures of the README, drawn again.
import Foundation
import TestSupport
import Testing

@Suite("The pictures")
struct PictureFileTests {
  private static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Resources/Pictures"

  @Test("CIT-13: the moving picture has no script, and at most 300 KB")
  func film() throws {
    let film = try String(contentsOfFile: Self.folder + "/revert.svg", encoding: .utf8)
    #expect(film.contains("@keyframes") && !film.contains("<script") && film.utf8.count < 300_000)
  }

  @Test("each is as the screen is now; if not, make pictures draws it again")
  func areAsTheScreens() async throws {
    let sandbox = try Sandbox()
    let drawn = sandbox["pictures"]
    try await sandbox.run([Sandbox.binary + "-pictures", drawn]).check()
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
    #expect(try FileManager.default.contentsOfDirectory(atPath: drawn).sorted() == names)
    for name in names {
      let (old, new) = (
        FileManager.default.contents(atPath: Self.folder + "/" + name),
        FileManager.default.contents(atPath: drawn + "/" + name)
      )
      #expect(old == new, "\(name) shows what the screen was before")
    }
  }
}
