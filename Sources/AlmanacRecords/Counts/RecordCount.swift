/// How many records there are, as far as that is known.
public typealias RecordCount = LateValue<Int>
