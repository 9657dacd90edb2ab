public import StructuredQueries

extension Timestamp: QueryBindable {
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    self.init(text: try String(decoder: &decoder))
  }

  @inlinable
  public var queryBinding: QueryBinding { .text(text) }
}
