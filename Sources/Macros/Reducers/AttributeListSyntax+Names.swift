// The attributes of a declaration, by name.
import SwiftSyntax

extension AttributeListSyntax {
  /// Whether an attribute of this name is in the list, with or without its module.
  func names(_ name: String) -> Bool {
    contains { element in
      guard let type = element.as(AttributeSyntax.self)?.attributeName else { return false }
      return type.as(IdentifierTypeSyntax.self)?.name.text == name
        || type.as(MemberTypeSyntax.self)?.name.text == name
    }
  }
}
