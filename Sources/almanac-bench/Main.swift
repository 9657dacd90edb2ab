// The program of `make bench`. All of it is in `Benchmarks`, where tests can reach it.
import Benchmarks

@main
enum Main {
  static func main() async { await BenchmarkCommand.main() }
}
