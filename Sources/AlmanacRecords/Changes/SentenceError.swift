/// An error whose description is a sentence: begun with a small letter it fits behind a colon.
public protocol SentenceError: Error, CustomStringConvertible {}

extension RecordGone: SentenceError {}
extension EMailTaken: SentenceError {}
extension AddressTaken: SentenceError {}
extension RefusedByTrigger: SentenceError {}
