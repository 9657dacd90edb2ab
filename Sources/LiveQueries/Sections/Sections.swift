// Rows under headings.

/// The rows of a `@FetchAll` in sections: `ForEach($reminders.sections) { section in … section.name … section }`.
///
/// Neighbouring rows with one name form a section, so the rows of all sections in order are the flat rows.
public struct Sections<Element> {
  /// A section: its name and its rows.
  public struct Section: Identifiable {
    /// The name; `nil` for the rows without one.
    public let name: String?
    /// The rows, in the order of the statement.
    public let rows: [Element]

    /// The name; it is unique among the sections.
    public var id: String? { name }
  }

  private let sections: [Section]

  /// Groups the rows.
  /// - Parameter names: The section name of each row; nil puts all rows into one section without a name.
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

  /// The names of the sections, in order.
  public var names: [String?] { sections.map(\.name) }

  /// The section with this name; nil if there is none.
  public subscript(name: String?) -> Section? { sections.first { $0.name == name } }

  /// The index of the section with this name.
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
