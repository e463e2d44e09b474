import JSON

/// JSON Schema of results and parameters.
enum Schema {
  static let text: JSON = ["type": "string"]
  static let optionalText: JSON = ["type": ["string", "null"]]
  static let boolean: JSON = ["type": "boolean"]
  static let integer: JSON = ["type": "integer"]
  static let optionalInteger: JSON = ["type": ["integer", "null"]]
  static let anything: JSON = [:]
  static let anyObject: JSON = ["type": "object"]
  static let optionalObject: JSON = ["type": ["object", "null"]]
  static let nothing: JSON = ["type": "null"]

  /// An object with these members, all of which are there.
  static func object(_ properties: JSON.Object, required: Bool = true) -> JSON {
    var schema: JSON.Object = ["type": "object", "properties": .object(properties)]
    if required { schema["required"] = .array(properties.members.map { .string($0.name) }) }
    return .object(schema)
  }

  static func array(of items: JSON) -> JSON { ["type": "array", "items": items] }

  /// Kept once, below `components/schemas` of the OpenRPC document.
  static func reference(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }
}
