// Other programs, other connections and random numbers, for all tests.
@_exported public import Harnesses
