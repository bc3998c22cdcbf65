import Diagnostics
import Glibc

_ = ProgramStart.instant
StandardStream.holdPlaces()
EventLoops.keepFew()
Signals.hold()
DemoCommand.prepareProcess()
exit(await Homenet.runToExit())
