// Values as lines of text, and the difference of two values as marked lines.

/// A value as lines of text, one per part, for failing tests.
enum ValueText {
  /// The lines of `value`.
  static func lines(_ value: Any) -> [String] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { lines($0.value) } ?? ["nil"]
    case .struct, .class:
      if mirror.children.isEmpty { return ["\(name(of: value))()"] }
      if value is any CustomStringConvertible { return [String(describing: value)] }
      return wrap(mirror.children.map { ($0.label, $0.value) }, in: "\(name(of: value))(", ")")
    case .enum:
      guard let payload = mirror.children.first, let label = payload.label else { return [".\(value)"] }
      let inner = Mirror(reflecting: payload.value)
      if inner.displayStyle == .tuple {
        return wrap(inner.children.map { (named($0.label), $0.value) }, in: ".\(label)(", ")")
      }
      return wrap([(nil, payload.value)], in: ".\(label)(", ")")
    case .tuple: return wrap(mirror.children.map { (named($0.label), $0.value) }, in: "(", ")")
    case .collection: return wrap(mirror.children.map { (nil, $0.value) }, in: "[", "]")
    case .set: return wrap(mirror.children.map { (nil, $0.value) }.sorted { "\($0.1)" < "\($1.1)" }, in: "[", "]")
    case .dictionary:
      let pairs = mirror.children.compactMap { child -> (String?, Any)? in
        let pair = Array(Mirror(reflecting: child.value).children)
        return pair.count == 2 ? (lines(pair[0].value).joined(), pair[1].value) : nil
      }
      return wrap(pairs.sorted { $0.0! < $1.0! }, in: "[", "]")
    default:
      return [(value as? String)?.debugDescription ?? String(describing: value)]
    }
  }

  /// The lines in which `actual` differs from `expected`, marked `-` and `+`, with one line of context around each
  /// difference. Nil if their texts are equal.
  static func difference(expected: Any, actual: Any) -> String? {
    let old = lines(expected)
    let new = lines(actual)
    let changes = new.difference(from: old)
    guard !changes.isEmpty else { return nil }
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var marked: [(mark: Character, line: String)] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        marked.append(("-", old[oldIndex]))
        oldIndex += 1
      } else if inserted.contains(newIndex) {
        marked.append(("+", new[newIndex]))
        newIndex += 1
      } else {
        marked.append((" ", old[oldIndex]))
        oldIndex += 1
        newIndex += 1
      }
    }
    return shorten(marked).joined(separator: "\n")
  }

  /// Omits the lines far from every difference.
  private static func shorten(_ marked: [(mark: Character, line: String)]) -> [String] {
    var result: [String] = []
    var skipsLast = false
    for index in marked.indices {
      let around = max(0, index - 1)...min(marked.count - 1, index + 1)
      let depth = marked[index].line.prefix { $0 == " " }.count
      let opens = index == 0 || (depth == 0 && index == marked.count - 1)
      if opens || around.contains(where: { marked[$0].mark != " " }) {
        result.append("\(marked[index].mark) \(marked[index].line)")
        skipsLast = false
      } else if !skipsLast {
        result.append("    …")
        skipsLast = true
      }
    }
    return result
  }

  private static func wrap(_ parts: [(String?, Any)], in opening: String, _ closing: String) -> [String] {
    guard !parts.isEmpty else { return [opening + closing] }
    let texts = parts.map { label, value -> [String] in
      var text = lines(value)
      if let label { text[0] = "\(label): \(text[0])" }
      return text
    }
    if texts.count == 1, texts[0].count == 1, texts[0][0].count < 60 { return [opening + texts[0][0] + closing] }
    var result = [opening]
    for (index, text) in texts.enumerated() {
      for (line, content) in text.enumerated() {
        let comma = line == text.count - 1 && index < texts.count - 1 ? "," : ""
        result.append("  " + content + comma)
      }
    }
    return result + [closing]
  }

  /// A tuple's label, unless it is only a number.
  private static func named(_ label: String?) -> String? { label?.first == "." ? nil : label }

  /// The name of a value's type without its module and private contexts.
  private static func name(of value: Any) -> String {
    let full = String(reflecting: type(of: value))
    let parts = full.split(separator: ".").filter { !$0.hasPrefix("(unknown context") }
    return full.contains("<") ? "\(type(of: value))" : parts.dropFirst().joined(separator: ".")
  }
}
