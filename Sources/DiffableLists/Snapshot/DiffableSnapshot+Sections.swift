// A snapshot's sections.

extension DiffableSnapshot {
  /// Adds sections without items at the end. Traps if one already exists.
  public mutating func appendSections(_ sections: [Section]) {
    for section in sections {
      guard !parts.contains(where: { $0.section == section }) else {
        fatalError("DiffableSnapshot.appendSections: the section \(section) is there already. Add each section once.")
      }
      parts.append(Part(section: section, items: []))
    }
  }

  func partIndex(of section: Section, _ caller: StaticString) -> Int {
    guard let index = parts.firstIndex(where: { $0.section == section }) else {
      fatalError(
        "DiffableSnapshot.\(caller): there is no section \(section). Add it with appendSections first.")
    }
    return index
  }
}
