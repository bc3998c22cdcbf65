import Glibc

_ = ProgramStart.instant
Signals.hold()
DemoCommand.prepareProcess()
exit(await Homenet.runToExit())
