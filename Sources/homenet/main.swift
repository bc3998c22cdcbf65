import Diagnostics
import Glibc
import Networking

_ = ProgramStart.instant
StandardStream.reserveDescriptors()
Signals.hold()
if let obstacle = ProgramStart.obstacle() {
  StandardStream.error.writeLine("homenet: \(obstacle.words)")
  exit(Failure.Status.unable.rawValue)
}
DemoCommand.prepareProcess()
exit(await Homenet.runToExit())
