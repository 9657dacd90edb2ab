// A plain, slow implementation of the difference, and a replay of its operations.

@testable import DiffableLists

/// A heading or an item, as a line of a list in which every heading takes one line.
enum PlainLine: Hashable {
  case heading(String)
  case item(Int, content: Int)

  var key: String {
    switch self {
    case .heading(let section): "heading \(section)"
    case .item(let id, _): "item \(id)"
    }
  }
}

extension DiffableSnapshot<String, Row> {
  var plainLines: [PlainLine] {
    sections.flatMap { section in
      [.heading(section)] + items(in: section).map { .item($0.id, content: $0.content) }
    }
  }
}

/// The least number of operations between two lists of lines, from a longest common subsequence by dynamic programming.
func leastOperations(_ old: [PlainLine], _ new: [PlainLine]) -> Int {
  let oldKeys = old.map(\.key)
  let newKeys = new.map(\.key)
  let kept = newKeys.compactMap { oldKeys.firstIndex(of: $0) }
  var lengths = [Int](repeating: 1, count: kept.count)
  for i in kept.indices {
    for j in 0..<i where kept[j] < kept[i] { lengths[i] = max(lengths[i], lengths[j] + 1) }
  }
  let longest = lengths.max() ?? 0
  let updates = new.count { line in
    oldKeys.contains(line.key) && !old.contains(line) && !line.key.hasPrefix("heading")
  }
  return (old.count - kept.count) + (new.count - kept.count) + (kept.count - longest) + updates
}

/// The lines after applying the operations to `old`; contents of added or changed rows come from `new`.
func replay(
  _ difference: ListDifference<Int>, on old: DiffableSnapshot<String, Row>, contents new: DiffableSnapshot<String, Row>
) -> [PlainLine] {
  let contents = Dictionary(uniqueKeysWithValues: new.items.map { ($0.id, $0.content) })
  var lines: [PlainLine] = old.plainLines
  let leaving =
    difference.deletes.map(\.line) + difference.moves.map(\.from.line)
    + difference.headingDeletes.map(\.line) + difference.headingMoves.map(\.from.line)
  for line in leaving.sorted(by: >) { lines.remove(at: line) }
  var coming: [(line: Int, content: PlainLine)] = []
  for row in difference.inserts { coming.append((row.line, .item(row.id, content: contents[row.id]!))) }
  let oldContents = Dictionary(uniqueKeysWithValues: old.items.map { ($0.id, $0.content) })
  for move in difference.moves { coming.append((move.to.line, .item(move.id, content: oldContents[move.id]!))) }
  for heading in difference.headingInserts { coming.append((heading.line, .heading(new.sections[heading.section]))) }
  for move in difference.headingMoves { coming.append((move.to.line, .heading(old.sections[move.from.section]))) }
  for (line, content) in coming.sorted(by: { $0.line < $1.line }) { lines.insert(content, at: line) }
  for row in difference.updates {
    guard case .item(row.id, _) = lines[row.line] else { return [] }
    lines[row.line] = .item(row.id, content: contents[row.id]!)
  }
  return lines
}
