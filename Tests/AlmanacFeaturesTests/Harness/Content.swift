// The content of the scenes' books.

enum Content {
  /// 2026-01-31 12:00:00 UTC.
  static let now = 1_769_860_800.0

  static let noRows = "SELECT 1"

  /// Three facts and five users.
  static let few = """
    INSERT INTO facts(id, body, createdAt) VALUES
      (1, 'Honey never spoils.', '2026-01-26 12:00:00.000'),
      (2, 'A group of cats is called a clowder.', '2026-01-31 09:00:00.000'),
      (3, 'An octopus has three hearts.', '2026-01-31 11:55:00.000');
    INSERT INTO users(id, name, email, active, createdAt) VALUES
      (1, 'Ada Byron', 'ada@example.org', 1, '2026-01-29 12:00:00.000'),
      (2, 'alan mathison', 'alan@example.com', 1, '2026-01-28 12:00:00.000'),
      (3, 'Annie Easley', 'annie@example.net', 0, '2026-01-28 10:00:00.000'),
      (4, 'Donald Knuth', 'don@example.edu', 0, '2026-01-22 12:00:00.000'),
      (5, 'Grace Hopper', 'grace@example.org', 1, '2025-12-20 12:00:00.000');
    """

  /// `count` facts, `Fact 1` to `Fact n`, and no users.
  static func facts(_ count: Int) -> String {
    """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
    INSERT INTO facts(id, body, createdAt) SELECT n, 'Fact ' || n, '2026-01-30 12:00:00.000' FROM numbers;
    """
  }

  /// `count` users, `User 0001` to `User n`, at reserved addresses, every third one inactive, and no facts.
  static func users(_ count: Int) -> String {
    """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
    INSERT INTO users(id, name, email, active, createdAt)
    SELECT n, printf('User %04d', n), printf('user%d@example.org', n), n % 3 <> 0, '2026-01-30 12:00:00.000' FROM numbers;
    """
  }
}
