// A stored property of a macro's struct, with its attributes.

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A stored property that becomes a column.
struct StoredProperty {
  /// The name in the source, as a place for messages.
  let token: TokenSyntax
  let type: TypeSyntax
  /// The value of the property in a row made without this column.
  let defaultValue: ExprSyntax?
  let column: ColumnAttribute

  /// The name as written, including backticks.
  var identifier: String { token.text }

  /// The property's name without backticks.
  var name: String {
    identifier.hasPrefix("`") ? String(identifier.dropFirst().dropLast()) : identifier
  }

  var columnName: String { column.name ?? name }

  /// The column's type: the representation, or the property's type.
  var columnType: TypeSyntax { column.representation ?? type }

  /// The expression of the column's binding, for the property of `owner`.
  func binding(of owner: String) -> String { "\(represented("\(owner).\(identifier)")).queryBinding" }

  /// Converts a Swift value to the column's type.
  func represented(_ value: String) -> String {
    column.representation.map { "\($0)(representing: \(value))" } ?? value
  }

  var isOptional: Bool {
    type.is(OptionalTypeSyntax.self) || type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }
}

/// The arguments of `@Column(…)` at a property.
struct ColumnAttribute {
  var name: String?
  var representation: TypeSyntax?
  var isPrimaryKey: Bool?
  var isGenerated = false
}

extension StoredProperty {
  /// The stored properties of a declaration that belong to its rows, in order. Reports and omits properties that can't
  /// become a column.
  static func all(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> [StoredProperty] {
    declaration.memberBlock.members.flatMap { member -> [StoredProperty] in
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { return [] }
      if variable.modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) }) { return [] }
      return properties(of: variable, in: context)
    }
  }

  private static func properties(
    of variable: VariableDeclSyntax, in context: some MacroExpansionContext
  ) -> [StoredProperty] {
    // In `var a, b: Int` the type applies to both.
    var type: TypeSyntax?
    var result: [StoredProperty] = []
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation?.type ?? type
      guard binding.isStored else { continue }
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        context.report(.destructured, at: binding.pattern)
        continue
      }
      if variable.attribute("Ephemeral") != nil {
        if binding.initializer == nil { context.report(.ephemeralWithoutDefault(pattern.identifier.text), at: binding) }
        continue
      }
      if variable.bindingSpecifier.tokenKind == .keyword(.let), binding.initializer != nil {
        context.report(.constantWithValue(pattern.identifier.text), at: binding)
        continue
      }
      guard let known = type ?? binding.initializer?.value.literalType else {
        context.report(.typeMissing(pattern.identifier.text), at: binding)
        continue
      }
      var defaultValue = binding.initializer?.value.trimmed
      let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
      if defaultValue == nil, isVariable, known.is(OptionalTypeSyntax.self) { defaultValue = "nil" }
      result.insert(
        StoredProperty(
          token: pattern.identifier, type: known.trimmed, defaultValue: defaultValue,
          column: variable.columnAttribute(in: context)),
        at: 0)
    }
    return result
  }
}

extension ExprSyntax {
  /// The Swift type of a plain literal, or of a call of an initialiser by the type's name: `Date()`.
  var literalType: TypeSyntax? {
    if self.is(BooleanLiteralExprSyntax.self) { return "Swift.Bool" }
    if self.is(IntegerLiteralExprSyntax.self) { return "Swift.Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Swift.Double" }
    if self.is(StringLiteralExprSyntax.self) { return "Swift.String" }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.initializedType }
    if let negated = self.as(PrefixOperatorExprSyntax.self), negated.operator.text == "-" {
      return negated.expression.literalType
    }
    return nil
  }

  /// The type whose initialiser this names: `Date`, `Date.init`, `[Int]`. Types begin with a capital letter.
  private var initializedType: TypeSyntax? {
    if let member = self.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init" {
      return member.base?.initializedType
    }
    let member = self.as(MemberAccessExprSyntax.self)?.declName.baseName
    let name = self.as(DeclReferenceExprSyntax.self)?.baseName ?? member
    let isType = name.map { $0.text.first?.isUppercase == true } ?? isTypeExpression
    return isType ? TypeSyntax(stringLiteral: trimmedDescription) : nil
  }

  /// Whether it has a form that only types have: `[Int]`, `Set<Int>`, `Int?`.
  private var isTypeExpression: Bool {
    if let generic = self.as(GenericSpecializationExprSyntax.self) { return generic.expression.initializedType != nil }
    if let array = self.as(ArrayExprSyntax.self), let element = array.elements.first, array.elements.count == 1 {
      return element.expression.initializedType != nil
    }
    return false
  }
}
