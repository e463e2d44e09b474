import JSON

/// The journeys that come with the sandbox: export files like any other, embedded in the program.
enum BuiltInJourneys {
  static func trees() throws(SandboxError) -> [ExportedTree] {
    var trees: [ExportedTree] = []
    for (name, bytes) in [
      ("Login", PackageResources.Login_journey_json), ("Choice", PackageResources.Choice_journey_json),
      ("Tour", PackageResources.Tour_journey_json),
    ] {
      let file = "built-in " + name
      do {
        trees += try ExportReader.trees(in: try JSON(parsing: bytes), file: file)
      } catch let error as SandboxError {
        throw error
      } catch {
        throw SandboxError("is not JSON: \(error)", file: file)
      }
    }
    return trees
  }
}
