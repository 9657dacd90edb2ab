import MainLoops
import Testing

// It never returns, so it is only compiled.
@MainActor
func run(reading input: Int32, _ handle: @escaping () -> Void) -> Never {
  let watch = DescriptorWatch(input, isReadable: handle)
  withExtendedLifetime(watch) { MainLoop.run() }
}
