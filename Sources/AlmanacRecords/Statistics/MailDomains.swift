// The number of users at each mail domain.
public import Databases
public import StructuredQueries

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
  /// The most characters of an address whose domain is looked for: mail allows 64 before the sign and 255 behind it.
  private static let longestAddress = 320

  /// The part of a user's address after the last `@`, with A to Z in lower case; NULL if there is no such sign. Other
  /// letters are rare in domains, and written as `xn--…` in mail.
  private static func domain(of user: User.TableColumns) -> SQLExpression<String?> {
    let email = user.email.fragment
    // Without the signs on the right that are not @, the address ends with its last @.
    return SQLExpression(
      """
      CASE WHEN typeof(\(email)) = 'text' AND instr(\(email), '@') > 0 AND length(\(email)) <= \(raw: "\(longestAddress)") \
      THEN lower(substr(\(email), length(rtrim(\(email), replace(\(email), '@', ''))) + 1)) END
      """)
  }

  /// The number of users of each domain, the largest first; those without one have NULL.
  public static let query = TypedQuery(
    User.group { domain(of: $0) }.order { user in
      user.count().desc()
      domain(of: user)
    }.select { user in (domain(of: user), user.count()) })

  /// Makes the domains from rows of `query`. It names at most `limit` of them.
  public init(_ counts: some Sequence<(name: String?, count: Int)>, limit: Int = 100) {
    (largest, others) = ([], 0)
    for (name, count) in counts {
      if let name, !name.isEmpty, name.utf8.count <= Self.longestName, largest.count < limit {
        largest.append(Domain(name, count))
      } else {
        others += count
      }
    }
  }

  /// Makes a pass through all users. Call inside a read.
  ///
  /// The counts are grouped here: SQLite would sort all rows, many of them in a temporary file.
  public static func fetch(_ db: Database) throws -> MailDomains {
    try db.withStatement(User.select { domain(of: $0) }.query.sql) { statement in
      var counts: [String?: Int] = [:]
      while try statement.step() {
        counts[statement.storageClass(0) == .text ? statement.text(0) : nil, default: 0] += 1
      }
      let sorted = counts.sorted { a, b in a.value > b.value || (a.value == b.value && a.key ?? "" < b.key ?? "") }
      return MailDomains(sorted.map { (name: $0.key, count: $0.value) })
    }
  }
}
