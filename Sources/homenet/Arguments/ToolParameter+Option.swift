import ArgumentParser
import Diagnostics

extension NameSpecification {
  init<Value>(_ parameter: ToolParameter<Value>) {
    var names = parameter.shortNames.map { name in
      Element.customShort(name, allowingJoined: parameter.kind != .flag)
    }
    names.append(parameter.optionName.map { .customLong($0) } ?? .long)
    self.init(names)
  }
}

extension ArgumentHelp {
  init<Value>(_ parameter: ToolParameter<Value>) {
    self.init(parameter.help, valueName: parameter.valueName)
  }
}

extension Option {
  /// An option with the parameter's default.
  init(_ parameter: ToolParameter<Value>) where Value: ExpressibleByArgument & Sendable {
    self.init(
      wrappedValue: parameter.defaultValue,
      name: NameSpecification(parameter),
      help: ArgumentHelp(parameter)
    )
  }

  /// An option that is `nil` where it is not given, so that the command can tell.
  init<Wrapped>(
    _ parameter: ToolParameter<Wrapped>
  ) where Value == Wrapped?, Wrapped: ExpressibleByArgument & Sendable {
    self.init(name: NameSpecification(parameter), help: ArgumentHelp(parameter))
  }

  /// An option without a value where it is not given.
  init<Wrapped>(
    _ parameter: ToolParameter<Wrapped?>
  ) where Value == Wrapped?, Wrapped: ExpressibleByArgument & Sendable {
    self.init(name: NameSpecification(parameter), help: ArgumentHelp(parameter))
  }

  /// A duration with the parameter's default.
  init(_ parameter: ToolParameter<Duration>) where Value == Duration {
    self.init(
      wrappedValue: parameter.defaultValue,
      name: NameSpecification(parameter),
      help: ArgumentHelp(parameter),
      transform: parseDuration
    )
  }

  /// A duration that is `nil` where it is not given, so that the command can tell.
  init(_ parameter: ToolParameter<Duration>) where Value == Duration? {
    self.init(
      name: NameSpecification(parameter),
      help: ArgumentHelp(parameter),
      transform: parseDuration
    )
  }
}

extension Flag where Value == Bool {
  /// A flag that is off unless it is given.
  init(_ parameter: ToolParameter<Bool>) {
    self.init(
      wrappedValue: parameter.defaultValue,
      name: NameSpecification(parameter),
      help: ArgumentHelp(parameter)
    )
  }

  /// A flag `--no-…` that turns off what is on by default: true where it is given.
  init(turningOff parameter: ToolParameter<Bool>) {
    self.init(
      wrappedValue: !parameter.defaultValue,
      name: NameSpecification(parameter),
      help: ArgumentHelp(parameter)
    )
  }

  /// A pair of flags: `--versions` and `--no-versions`.
  init(pairing parameter: ToolParameter<Bool>) {
    self.init(
      wrappedValue: parameter.defaultValue,
      name: NameSpecification(parameter),
      inversion: .prefixedNo,
      help: ArgumentHelp(parameter)
    )
  }
}
