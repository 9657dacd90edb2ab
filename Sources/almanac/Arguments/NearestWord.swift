/// Finds the word that was probably meant.
enum NearestWord {
  /// The nearest of `words`, if it is near enough: it begins with `typed`, or differs by one letter that is wrong,
  /// missing, extra or exchanged with its neighbour; in words of more than five letters, by two. Ignores case.
  static func to(_ typed: String, among words: [String]) -> String? {
    let typed = Array(typed.lowercased())
    guard typed.count > 1 else { return nil }
    if typed.count > 2, let begun = words.first(where: { $0.lowercased().starts(with: typed) }) { return begun }
    let bound = typed.count > 5 ? 2 : 1
    let nearest = words.map { ($0, distance(typed, Array($0.lowercased()))) }.min { $0.1 < $1.1 }
    return nearest.flatMap { $0.1 <= bound ? $0.0 : nil }
  }

  /// How many letters must be changed, added, removed or exchanged with their neighbour.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
