// Stores bytes.

public import FoundationEssentials
public import StructuredQueries

/// Bytes as a BLOB.
extension Data: QueryBindable {
  /// Reads a BLOB.
  public init(decoder: inout some QueryDecoder) throws { self.init(try [UInt8](decoder: &decoder)) }

  /// The bytes.
  public var queryBinding: QueryBinding { .blob(Array(self)) }
}
