import Databases

/// An error in words that fit into a sentence.
func sentence(_ error: any Error) -> String {
  if let error = error as? DatabaseError { return error.message }
  let text = "\(error)"
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}
