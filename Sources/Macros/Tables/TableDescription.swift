// The table description of a struct, read once.

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The table that a struct describes.
struct TableDescription {
  let typeName: String
  let name: String
  /// `public ` if the struct is public, otherwise its access modifier, if any.
  let access: String
  let properties: [StoredProperty]
  let primaryKey: StoredProperty?
  /// `@inlinable ` if other modules can decode rows without a call per row: all storage is public, and all of it is
  /// columns.
  let inlinable: String
  /// The struct's conformances that its draft can also have.
  let draftConformances: [String]

  /// All columns that an insert sets.
  var writable: [StoredProperty] { properties.filter { !$0.column.isGenerated } }

  /// The columns of a draft other than the key.
  var draftProperties: [StoredProperty] { writable.filter { $0.columnName != primaryKey?.columnName } }

  /// Whether the struct declares `all` itself, which is an error.
  let declaresAll: Bool

  /// Reports errors; nil if nothing sensible can be written.
  init?(
    _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax, in context: some MacroExpansionContext
  ) {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.report(.notAStruct(macro: "Table"), at: attribute)
      return nil
    }
    typeName = declaration.name.trimmed.text
    access = declaration.modifiers.accessPrefix
    properties = StoredProperty.all(of: declaration, in: context)
    guard !properties.isEmpty else {
      context.report(.noColumns, at: declaration.name)
      return nil
    }
    var tableName: String?
    if case .argumentList(let arguments) = attribute.arguments, let argument = arguments.first {
      tableName = argument.expression.plainString
      if tableName == nil { context.report(.nameNotLiteral, at: argument.expression) }
    }
    name = tableName ?? TableName.inferred(from: typeName)

    var names: Set<String> = []
    for property in properties where !names.insert(property.columnName).inserted {
      context.report(.duplicateColumn(property.columnName), at: property.token)
    }
    let marked = properties.filter { $0.column.isPrimaryKey == true }
    for second in marked.dropFirst() { context.report(.secondPrimaryKey(second.name), at: second.token) }
    primaryKey = marked.first ?? properties.first { $0.name == "id" && $0.column.isPrimaryKey == nil }

    inlinable = access == "public " && declaration.storesOnlyPublicColumns ? "@inlinable " : ""
    let all = declaration.staticProperty("all")
    if let all { context.report(.scopeAsAll, at: all) }
    declaresAll = all != nil
    let inherited = declaration.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    draftConformances = inherited.filter { ["Equatable", "Hashable", "Sendable", "Codable"].contains($0) }
  }
}

extension StructDeclSyntax {
  /// The static property with this name.
  fileprivate func staticProperty(_ name: String) -> PatternBindingSyntax? {
    memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .filter { $0.modifiers.contains { $0.name.text == "static" } }
      .flatMap(\.bindings)
      .first { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name }
  }

  /// Whether every stored property is public and a column.
  var storesOnlyPublicColumns: Bool {
    memberBlock.members.allSatisfy { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { return true }
      let modifiers = variable.modifiers.map(\.name.text)
      if modifiers.contains("static") || !variable.bindings.contains(where: \.isStored) { return true }
      return modifiers.contains("public") && !modifiers.contains("lazy") && variable.attribute("Ephemeral") == nil
    }
  }
}
