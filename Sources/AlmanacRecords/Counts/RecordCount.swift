public import LiveQueries

/// The number of records, if known, and its state.
public typealias RecordCount = LateValue<Int>
