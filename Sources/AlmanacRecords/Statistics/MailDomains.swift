// The number of users at each mail domain.
public import Databases
public import LiveQueries

/// The number of users at each mail domain, the largest domains first.
public struct MailDomains: Hashable, Sendable {
  /// The users of one domain.
  public struct Domain: Hashable, Sendable {
    /// The part after the last `@`, in lower case.
    public var name: String
    /// The number of addresses.
    public var count: Int

    /// Makes a domain with so many addresses.
    public init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// The domains with the most users; equal ones by name.
  public var largest: [Domain]
  /// The number of users at other domains or without a domain.
  public var others: Int

  /// Makes the largest domains, and the number of users at others.
  public init(largest: [Domain] = [], others: Int = 0) {
    self.largest = largest
    self.others = others
  }

  /// At most so many of the largest domains, with the others combined.
  public func top(_ count: Int) -> MailDomains {
    guard count < largest.count else { return self }
    return MailDomains(
      largest: Array(largest.prefix(count)), others: others + largest.dropFirst(count).map(\.count).reduce(0, +))
  }

  /// The most bytes in the name of a domain.
  private static let longestName = 255

  /// Makes a pass through all users. Call inside a read. It names at most `limit` domains.
  ///
  /// The counts are grouped here: SQLite would sort all rows, many of them in a temporary file.
  public static func fetch(_ db: Database, limit: Int = 100) throws -> MailDomains {
    try db.withStatement("SELECT \"email\" FROM \"users\"") { statement in
      var counts: [String: Int] = [:]
      var others = 0
      while try statement.step() {
        if let name = statement.withBytes(0, domain) {
          counts[name, default: 0] += 1
        } else {
          others += 1
        }
      }
      let sorted = counts.sorted { $0.value > $1.value || ($0.value == $1.value && $0.key < $1.key) }
      return MailDomains(largest: sorted.map { Domain($0.key, $0.value) }, others: others).top(limit)
    }
  }

  /// The part after the last `@` of an address, with A to Z in lower case. Other letters are rare in domains, and
  /// written as `xn--…` in mail.
  private static func domain(of address: UnsafeRawBufferPointer) -> String? {
    guard let sign = address.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let name = address[(sign + 1)...]
    guard !name.isEmpty, name.count <= longestName else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count) { folded in
      for (index, byte) in name.enumerated() {
        folded.initializeElement(at: index, to: byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
      }
      return String(decoding: folded, as: UTF8.self)
    }
  }
}

extension MailDomains {
  /// The query that a screen observes.
  public struct Query: LateQuery {
    public var table: String { "users" }
    public var columns: [String] { ["email"] }

    /// Makes the request.
    public init() {}

    public func fetch(_ db: Database, progress: (LateValue<MailDomains>.Progress) -> Void) throws -> MailDomains {
      try MailDomains.fetch(db)
    }
  }
}
