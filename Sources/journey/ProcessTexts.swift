import JSON
import JourneyCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The arguments and variables that the process was started with. Swift repairs what is not UTF-8 in them; here it is found out,
/// since a repaired password or path is another one.
enum ProcessTexts {
  /// The arguments behind the name of the program.
  static func arguments() throws(Failure) -> [String] {
    for (position, argument) in CommandLine.unsafeArgv.enumerated(count: Int(CommandLine.argc)) where position > 0 {
      guard String(validatingCString: argument) != nil else {
        throw Failure(.usage, "Argument \(position) is not UTF-8: \(String(cString: argument)).")
      }
    }
    return Array(CommandLine.arguments.dropFirst())
  }

  /// The variables, and the names of those whose value is not UTF-8.
  static func environment() -> (variables: [String: String], unreadable: Set<String>) {
    var variables = ProcessInfo.processInfo.environment
    var unreadable: Set<String> = []
    for (name, value) in variables where value.unicodeScalars.contains("\u{FFFD}") {
      guard let bytes = getenv(name), String(validatingCString: bytes) == nil else { continue }
      variables[name] = nil
      unreadable.insert(name)
    }
    return (variables, unreadable)
  }
}

extension UnsafeMutablePointer<UnsafeMutablePointer<Int8>?> {
  fileprivate func enumerated(count: Int) -> [(Int, UnsafeMutablePointer<Int8>)] {
    (0..<count).compactMap { index in self[index].map { (index, $0) } }
  }
}
