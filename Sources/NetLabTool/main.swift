import ArgumentParser
import DemoHome
import Glibc

// A user namespace can be entered by a process of one thread only, so before anything else.
if geteuid() != 0 {
  try? UserNamespace.enter()
}
NetLabTool.main()
