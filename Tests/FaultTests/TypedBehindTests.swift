// Keys typed after a key whose call fails.
import Foundation
import Testing
import TestSupport

// Part of the other suite, so that only one plan of faults is active at a time.
extension FaultTests {
  @Suite("Keys behind a call that fails")
  @MainActor
  struct TypedBehindTests {
    /// The keys before a call fails, the keys whose work fails, and the keys typed after them.
    struct Typing: Sendable, CustomTestStringConvertible {
      var before = ""
      let struck: String
      let behind: String

      var testDescription: String { [before, struck, behind].joined(separator: " ") }
    }

    nonisolated private static let typings = [
      Typing(struck: "a,type:New,C-s", behind: "d"),
      Typing(struck: "d", behind: "j,d"), Typing(before: "2", struck: "Space", behind: "j,d"),
      Typing(before: "2", struck: "e,type:x,C-s", behind: "j,d"), Typing(struck: ":,type:1,Enter", behind: "d"),
      Typing(struck: "/,type:octopus,Enter", behind: "d"),
      Typing(struck: "2", behind: "d"), Typing(before: "d", struck: "u", behind: "j,d"),
    ]

    @Test("REAL-48: are dropped with a word, and act on no other record", arguments: typings)
    func typedBehind(_ typing: Typing) async throws {
      FaultPlan.register(withMemory: FaultChoice.isAlone)
      let isSample = FaultChoice.current.isSample
      try await withFolder { folder in
        for journal in isSample ? ["wal"] : ["wal", "delete"] {
          let books = try await FaultBooks(journal: journal, folder: folder.path)
          func play(_ keys: String, _ fault: Fault? = nil) async throws -> Ending {
            try await books.withBook { path, files in
              let screen = try await FaultScreen(path)
              try await screen.press(typing.before)
              FaultPlan.begin(on: files, fault)
              try await screen.pressAtOnce(keys)
              let calls = FaultPlan.end()[.every] ?? 0
              let rows = await screen.rows
              await screen.close()
              return Ending(content: try books.content(path), rows: rows, calls: calls)
            }
          }
          let (nothing, struck) = (try await play("").content, try await play(typing.struck).content)
          let whole = try await play("\(typing.struck),\(typing.behind)")
          #expect(whole.content != struck)
          for number in stride(from: 1, through: whole.calls, by: isSample ? whole.calls / 4 + 1 : 1) {
            for lasts in isSample ? [number.isMultiple(of: 2)] : [false, true] {
              let fault = Fault(.every, Fault.Call.every.codes[0], number: number, lasts: lasts)
              let ending = try await play("\(typing.struck),\(typing.behind)", fault)
              if ending.content == whole.content { continue }
              #expect([nothing, struck].contains(ending.content), "\(journal), \(fault): \(ending)")
              #expect(
                ending.rows.contains { $0.contains(/can't|could not|[Nn]ot |dropped/) },
                "\(journal), \(fault): \(ending)"
              )
            }
          }
        }
      }
    }

    private struct Ending: CustomStringConvertible {
      let content: BookContent
      let rows: [String]
      let calls: Int

      var description: String {
        (content.lines + rows.filter { !$0.isEmpty }).joined(separator: "\n")
      }
    }
  }
}
