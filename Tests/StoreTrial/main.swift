import ArgumentParser

StoreTrial.main()
