// Writes @ObservableState: the conformance, and the comparison of live values' sources.
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservableState` on a structure or an enumeration.
struct ObservableStateMacro {}

extension ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self), !protocols.isEmpty else {
      return []
    }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): Stores.ObservableState {}")]
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let state = declaration.as(EnumDeclSyntax.self) { return Self.members(of: state) }
    guard let state = declaration.as(StructDeclSyntax.self) else {
      throw DiagnosticsError(
        "@ObservableState marks a value, which the store compares before and after a reduction. "
          + "Make this a struct or an enum.",
        name: "observable-state-not-value", at: declaration.introducer)
    }
    let comparisons = state.memberBlock.members.flatMap { Self.comparisons(of: $0.decl) }
    guard !comparisons.isEmpty else { return [] }
    return [
      """
      \(raw: state.modifiers.accessPrefix)func sharesSources(with other: Self) -> Swift.Bool {
        \(raw: comparisons.joined(separator: "\n    && "))
      }
      """
    ]
  }

  /// Compares the values of the case that both states have. States of different cases differ anyway.
  private static func members(of state: EnumDeclSyntax) -> [DeclSyntax] {
    let elements = state.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
    let cases = elements.compactMap { element -> String? in
      guard let count = element.parameterClause?.parameters.count, count > 0 else { return nil }
      func pattern(_ letter: String) -> String {
        ".\(element.name.text)(\((0..<count).map { "let \(letter)\($0)" }.joined(separator: ", ")))"
      }
      let matches = (0..<count).map { "Stores.LiveSources.match(a\($0), b\($0))" }.joined(separator: " && ")
      return "case (\(pattern("a")), \(pattern("b"))): \(matches)"
    }
    guard !cases.isEmpty else { return [] }
    let rest = elements.count > 1 ? "\ndefault: true" : ""
    return [
      """
      \(raw: state.modifiers.accessPrefix)func sharesSources(with other: Self) -> Swift.Bool {
        switch (self, other) {
        \(raw: cases.joined(separator: "\n"))\(raw: rest)
        }
      }
      """
    ]
  }

  /// The comparisons of the stored properties that `declaration` declares.
  private static func comparisons(of declaration: DeclSyntax) -> [String] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      !variable.attributes.names("ObservationStateIgnored"),
      !variable.modifiers.contains(where: {
        $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.lazy)
      })
    else { return [] }
    let hasWrapper = variable.attributes.contains { element in
      guard let name = element.as(AttributeSyntax.self)?.attributeName.trimmedDescription else { return false }
      return !name.hasPrefix("available") && name.first?.isUppercase == true && !name.hasSuffix("Actor")
    }
    return variable.bindings.compactMap { binding in
      guard binding.isStored, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        return nil
      }
      return hasWrapper
        ? "Stores.LiveSources.match(wrapper: self._\(name), other._\(name))"
        : "Stores.LiveSources.match(self.\(name), other.\(name))"
    }
  }
}
