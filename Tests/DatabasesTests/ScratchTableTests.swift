// The limits of a definition from a file.
import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite struct ScratchTableTests {
  @Test("what a hostile file has put behind a definition is not run")
  func hostileDefinition() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "made.db").path
      let definition = "CREATE TABLE t(a); ATTACH '\(path)' AS x; CREATE TABLE x.y(a)"
      let table = try ScratchTable(definition, name: "t", encoding: .utf8)
      #expect(try table.shape().columns.count == 1)
      let endless = "CREATE TABLE t AS WITH RECURSIVE c(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM c) SELECT a FROM c"
      for statement in ["ATTACH '\(path)' AS x", "VACUUM INTO '\(path)'", "CREATE TABLE u(a)", endless] {
        #expect(throws: DatabaseError.self) { try ScratchTable(statement, name: "t", encoding: .utf8) }
      }
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
