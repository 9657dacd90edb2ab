// Rows under headings.

/// The rows of a `@FetchAll` in sections: `ForEach($reminders.sections) { section in … section.name … section }`.
///
/// Neighbouring rows of one name are a section, so the rows of all sections, one behind the other, are the flat rows.
public struct Sections<Element> {
  /// A section: its name and its rows.
  public struct Section: Identifiable {
    /// The name; `nil` for the rows without one.
    public let name: String?
    /// The rows, in the order of the statement.
    public let rows: [Element]

    /// The name: no two sections have the same.
    public var id: String? { name }
  }

  private let sections: [Section]

  /// - Parameter names: The name of each row's section; `nil` puts all rows into one without a name.
  init(_ rows: [Element], names: [String?]?) {
    var sections: [Section] = []
    var start = 0
    for end in rows.indices.map({ $0 + 1 }) {
      if end < rows.count, names.map({ $0[end] == $0[start] }) ?? true { continue }
      sections.append(Section(name: names.flatMap { $0[start] }, rows: Array(rows[start..<end])))
      start = end
    }
    self.sections = sections
  }

  /// The names of the sections, in their order.
  public var names: [String?] { sections.map(\.name) }

  /// The section of this name; `nil` when there is none.
  public subscript(name: String?) -> Section? { sections.first { $0.name == name } }

  /// The place of the section of this name among the sections.
  public func index(of name: String?) -> Int? { sections.firstIndex { $0.name == name } }
}

extension Sections: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { sections.count }
  public subscript(position: Int) -> Section { sections[position] }
}

extension Sections.Section: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }
  public subscript(position: Int) -> Element { rows[position] }
}

extension Sections.Section: Equatable where Element: Equatable {}
extension Sections: Equatable where Element: Equatable {}
extension Sections.Section: Sendable where Element: Sendable {}
extension Sections: Sendable where Element: Sendable {}
