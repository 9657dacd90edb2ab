// The program of `make torture`. All of it is in `Torture`.
import Torture

@main
enum Main {
  static func main() { TortureCommand.main() }
}
