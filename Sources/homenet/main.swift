import Glibc

_ = ProgramStart.instant
DemoCommand.prepareProcess()
exit(await Homenet.runToExit())
