import Glibc

_ = ProgramStart.instant
exit(await Homenet.runToExit())
