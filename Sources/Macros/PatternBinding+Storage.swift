import SwiftSyntax

extension PatternBindingSyntax {
  /// Whether it has storage: no accessors, or only observers.
  var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .accessors(let accessors):
      accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    default: false
    }
  }
}
