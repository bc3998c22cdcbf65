import Diagnostics
import Glibc
import LinuxNetwork
import Networking

_ = ProgramStart.instant
ProcessMemory.shareHeaps()
StandardStream.reserveDescriptors()
Signals.hold()
if let obstacle = ProgramStart.obstacle() {
  StandardStream.error.writeLine("homenet: \(obstacle.words)")
  exit(Failure.Status.unable.rawValue)
}
DemoCommand.prepareProcess()
exit(await Homenet.runToExit())
