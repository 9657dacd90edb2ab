// Editing a snapshot's sections.

extension DiffableSnapshot {
  /// Adds sections without items at the end. Traps where one is there already.
  public mutating func appendSections(_ sections: [Section]) {
    insert(sections, at: parts.count, #function)
  }

  /// Adds sections without items before `section`.
  public mutating func insertSections(_ sections: [Section], beforeSection section: Section) {
    insert(sections, at: partIndex(of: section, #function), #function)
  }

  /// Adds sections without items after `section`.
  public mutating func insertSections(_ sections: [Section], afterSection section: Section) {
    insert(sections, at: partIndex(of: section, #function) + 1, #function)
  }

  /// Takes sections away, with their items.
  public mutating func deleteSections(_ sections: [Section]) {
    for section in sections { parts.remove(at: partIndex(of: section, #function)) }
  }

  /// Puts a section, with its items, before another.
  public mutating func moveSection(_ section: Section, beforeSection other: Section) {
    let part = parts.remove(at: partIndex(of: section, #function))
    parts.insert(part, at: partIndex(of: other, #function))
  }

  /// Puts a section, with its items, after another.
  public mutating func moveSection(_ section: Section, afterSection other: Section) {
    let part = parts.remove(at: partIndex(of: section, #function))
    parts.insert(part, at: partIndex(of: other, #function) + 1)
  }

  private mutating func insert(_ sections: [Section], at index: Int, _ caller: StaticString) {
    var index = index
    for section in sections {
      precondition(
        !parts.contains { $0.section == section },
        "DiffableSnapshot.\(caller): the section \(section) is there already. Add each section once.")
      parts.insert(Part(section: section, items: []), at: index)
      index += 1
    }
  }

  func partIndex(of section: Section, _ caller: StaticString) -> Int {
    guard let index = parts.firstIndex(where: { $0.section == section }) else {
      preconditionFailure(
        "DiffableSnapshot.\(caller): there is no section \(section). Add it with appendSections first.")
    }
    return index
  }
}
