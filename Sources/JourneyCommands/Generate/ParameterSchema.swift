package import JSON

extension ParameterSpec {
  /// JSON Schema of the value in JSON.
  package var schema: JSON {
    switch kind {
    case .text, .secret, .file: Schema.text
    case .integer: ["type": "integer", "minimum": 0]
    case .boolean: Schema.boolean
    case .json: Schema.anything
    case .pairs: Schema.anyObject
    case .list: ["anyOf": [Schema.text, Schema.array(of: Schema.text)]]
    case .choice(let values): ["enum": .array(values.map(JSON.string))]
    }
  }
}
