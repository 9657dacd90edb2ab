// An `IdentifiedArray` is encoded as the plain array of its elements.

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array. Throws the encoder's errors.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(storage)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes the elements one by one. Throws `DecodingError.dataCorrupted`, with the offset, at the first repeated
  /// identity.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init()
    while !container.isAtEnd {
      let offset = container.currentIndex
      let element = try container.decode(Element.self)
      guard append(element).inserted else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "The identity \(element.id) at offset \(offset) has come before.")
      }
    }
  }
}
