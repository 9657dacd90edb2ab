// Stores values as JSON.

import FoundationEssentials
public import StructuredQueries

/// A value as JSON text: `@Column(as: [String].JSONRepresentation.self) var tags: [String]`.
///
/// Keys are sorted, so equal values have equal texts and can be compared in SQL.
public struct CodableAsJSON<Represented: Codable & Sendable>: QueryRepresentation, Sendable {
  /// The value.
  public var represented: Represented

  /// Makes the representation of a value.
  public init(representing value: Represented) { represented = value }

  /// Reads JSON text.
  public init(decoder: inout some QueryDecoder) throws {
    let text = try String(decoder: &decoder)
    do {
      represented = try JSONDecoder().decode(Represented.self, from: Data(text.utf8))
    } catch {
      throw QueryDecodingError.unexpectedValue(text, type: "\(Represented.self) as JSON")
    }
  }

  /// The text; an invalid binding if JSON can't represent the value, such as an infinite number.
  public var queryBinding: QueryBinding {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return .text(String(decoding: try encoder.encode(represented), as: UTF8.self))
    } catch {
      return .invalid(reason: "This \(Represented.self) can't be written as JSON: \(error)")
    }
  }
}

extension CodableAsJSON: Equatable where Represented: Equatable {}
extension CodableAsJSON: Hashable where Represented: Hashable {}

extension Decodable where Self: Encodable & Sendable {
  /// A value as JSON text: `@Column(as: [String].JSONRepresentation.self)`.
  public typealias JSONRepresentation = CodableAsJSON<Self>
}
