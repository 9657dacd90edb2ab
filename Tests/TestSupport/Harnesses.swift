// Other programs, other connections, random numbers: tests use them with the rest.
@_exported public import Harnesses
