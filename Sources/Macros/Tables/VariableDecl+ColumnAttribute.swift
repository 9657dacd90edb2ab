// Reads `@Column(…)`.

import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension VariableDeclSyntax {
  /// The attribute with this name, with or without a module before it.
  func attribute(_ name: String) -> AttributeSyntax? { attributes.attribute(name) }

  /// The arguments of `@Column`; reports arguments that are not literals.
  func columnAttribute(in context: some MacroExpansionContext) -> ColumnAttribute {
    var result = ColumnAttribute()
    guard case .argumentList(let arguments) = attribute("Column")?.arguments else { return result }
    for argument in arguments {
      switch argument.label?.text {
      case nil:
        guard let name = argument.expression.plainString else {
          context.report(.nameNotLiteral, at: argument.expression)
          continue
        }
        result.name = name
      case "as":
        result.representation = argument.expression.namedType
        if result.representation == nil { context.report(.representationNotType, at: argument.expression) }
      case "primaryKey": result.isPrimaryKey = argument.expression.flag(in: context)
      case "generated": result.isGenerated = argument.expression.flag(in: context) ?? false
      default: continue
      }
    }
    return result
  }
}

extension AttributeListSyntax {
  /// The attribute with this name, with or without a module before it.
  func attribute(_ name: String) -> AttributeSyntax? {
    for element in self {
      guard let attribute = element.as(AttributeSyntax.self) else { continue }
      if attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text == name { return attribute }
      if attribute.attributeName.as(MemberTypeSyntax.self)?.name.text == name { return attribute }
    }
    return nil
  }
}

extension ExprSyntax {
  /// The text of a string literal without interpolations.
  var plainString: String? {
    guard let literal = self.as(StringLiteralExprSyntax.self) else { return nil }
    return literal.representedLiteralValue
  }

  /// The type of `Type.self`.
  var namedType: TypeSyntax? {
    guard let member = self.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self" else { return nil }
    return member.base.map { TypeSyntax(stringLiteral: $0.trimmedDescription) }
  }

  /// The value of `true` or `false`; reports anything else.
  func flag(in context: some MacroExpansionContext) -> Bool? {
    guard let literal = self.as(BooleanLiteralExprSyntax.self) else {
      context.report(.flagNotLiteral, at: self)
      return nil
    }
    return literal.literal.tokenKind == .keyword(.true)
  }
}
