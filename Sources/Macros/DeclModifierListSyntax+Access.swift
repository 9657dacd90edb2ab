import SwiftSyntax

extension DeclModifierListSyntax {
  /// The access that the members which a macro writes need, with a blank behind it; empty for internal and below.
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
