import Glibc
import Wire

/// What libFuzzer calls once: chooses the codec that `FUZZ_CODEC` names, or writes what it is asked
/// for and leaves.
@_cdecl("LLVMFuzzerInitialize")
public func initialise(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard let name = environment("FUZZ_CODEC") else {
    for codec in codecs { print(codec.name) }
    exit(0)
  }
  guard let codec = codecs.first(where: { $0.name == name }) else {
    print("fuzz: no codec is called \(name)")
    exit(2)
  }
  if let directory = environment("FUZZ_SEEDS") {
    for (number, seed) in codec.seeds.enumerated() { save(seed, "\(directory)/seed\(number)") }
    exit(0)
  }
  return 0
}

/// What libFuzzer calls with each input; a broken promise ends the process, which it reports.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if case .broken(let why) = chosen.check(bytes, true) { fatalError(why) }
  return 0
}

private let codecs = Codec.all + [Codec.records, Codec.conditions]

private let chosen: Codec = {
  let name = environment("FUZZ_CODEC")
  guard let codec = codecs.first(where: { $0.name == name }) else { fatalError("no codec") }
  return codec
}()

private func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

private func save(_ bytes: [UInt8], _ path: String) {
  guard let file = fopen(path, "w") else {
    perror(path)
    exit(2)
  }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}
