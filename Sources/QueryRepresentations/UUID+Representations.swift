// Stores identifiers as text or bytes.

public import FoundationEssentials
public import StructuredQueries

/// An identifier as text in lower case: `6ba7b810-9dad-11d1-80b4-00c04fd430c8`. It can be read in either case.
extension UUID: QueryBindable {
  /// Reads the text of an identifier.
  public init(decoder: inout some QueryDecoder) throws {
    let text = try String(decoder: &decoder)
    guard let id = UUID(uuidString: text) else { throw QueryDecodingError.unexpectedValue(text, type: "UUID") }
    self = id
  }

  /// The text in lower case.
  public var queryBinding: QueryBinding { .text(uuidString.lowercased()) }
}

extension UUID {
  /// An identifier as text in upper case: `@Column(as: UUID.UppercasedRepresentation.self)`.
  public struct UppercasedRepresentation: QueryRepresentation, Hashable, Sendable {
    /// The identifier.
    public var represented: UUID

    /// Makes the representation of an identifier.
    public init(representing value: UUID) { represented = value }

    /// Reads the text of an identifier.
    public init(decoder: inout some QueryDecoder) throws { represented = try UUID(decoder: &decoder) }

    /// The text in upper case.
    public var queryBinding: QueryBinding { .text(represented.uuidString) }
  }

  /// An identifier as its 16 bytes: `@Column(as: UUID.BytesRepresentation.self)`.
  public struct BytesRepresentation: QueryRepresentation, Hashable, Sendable {
    /// The identifier.
    public var represented: UUID

    /// Makes the representation of an identifier.
    public init(representing value: UUID) { represented = value }

    /// Reads 16 bytes.
    public init(decoder: inout some QueryDecoder) throws {
      let bytes = try [UInt8](decoder: &decoder)
      guard bytes.count == 16 else {
        throw QueryDecodingError.unexpectedValue("of \(bytes.count) bytes", type: "UUID, which has 16")
      }
      represented = UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }

    /// The bytes.
    public var queryBinding: QueryBinding { .blob(withUnsafeBytes(of: represented.uuid) { Array($0) }) }
  }
}
