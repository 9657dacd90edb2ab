// The samples for a new book.
import AlmanacRecords
import Databases
import LiveQueries
import StructuredQueries
import Testing

@Suite struct SamplesTests {
  @Test func factsAreManyDistinctAndFromSomewhere() {
    #expect(Samples.facts.count >= 300)
    #expect(Set(Samples.facts.map { SearchFold.fold($0.body) }).count == Samples.facts.count)
    for fact in Samples.facts {
      #expect(fact.body.count >= 20 && fact.body.hasSuffix("."), "\(fact.body)")
      let isDated = fact.source.contains { $0.isNumber } || fact.source.contains("BC")
      #expect(fact.source.count > 5 && fact.source.contains(",") && isDated, "\(fact.source)")
    }
  }

  @Test func usersAreMadeUpAtReservedDomains() {
    #expect(Samples.users.count == 50)
    #expect(Set(Samples.users.map { $0.email.lowercased() }).count == 50)
    #expect(Set(Samples.users.map(\.name)).count == 50)
    #expect(Set(Samples.users.map(\.active)) == [true, false])
    for user in Samples.users {
      let domain = user.email.split(separator: "@").last.map(String.init) ?? ""
      let isReserved =
        ["example.org", "example.com", "example.net", "example.edu"].contains(domain)
        || [".example", ".test", ".invalid"].contains { domain.hasSuffix($0) }
      #expect(isReserved, "\(user.email)")
    }
  }

  @Test func aBookBeginsWithAllOfThem() async throws {
    try await withBook(.samples) { connection in
      let counts = try await connection.read { db in
        (try Fact.count().fetchOne(db), try User.count().fetchOne(db))
      }
      #expect(counts == (Samples.facts.count, 50))
    }
  }
}
