/// An error whose description is a sentence that also fits after a colon if it begins with a small letter.
public protocol SentenceError: Error, CustomStringConvertible {}

extension RecordGone: SentenceError {}
extension EMailTaken: SentenceError {}
extension RefusedByTrigger: SentenceError {}
