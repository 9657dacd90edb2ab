import SwiftSyntax

extension DeclModifierListSyntax {
  /// The access modifier for members that a macro writes, with a space after it; empty for internal and below.
  var accessPrefix: String {
    for modifier in self {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }
}
