package import JSON

/// The OpenRPC document of the JSON-RPC face, made from the command table: `rpc.discover` answers it and
/// `journey generate openrpc` prints it. An error object is one of `components/schemas/Error`; `components/errors` has the numbers.
///
/// - Source: OpenRPC 1.3.2; CONTRACT.md 3 and 5.
package enum OpenRPC {
  package static func document(version: String) -> JSON {
    let commands = CommandSpec.all.filter(\.isRPC).map(method)
    return [
      "openrpc": "1.3.2",
      "info": [
        "title": "journey", "version": .string(version),
        "description": "Signs in at PingAM, ForgeRock AM and PingOne Advanced Identity Cloud.",
        "license": ["name": "MIT"],
      ],
      "methods": .array(commands + ProtocolMethod.all.map(method)),
      "components": ["schemas": .object(ResultSchemas.all), "errors": .object(errors)],
    ]
  }

  private static func method(_ spec: CommandSpec) -> JSON {
    var method: JSON.Object = ["name": .string(spec.name), "summary": .string(spec.summary)]
    if !spec.details.isEmpty { method["description"] = .string(spec.details) }
    method["paramStructure"] = "either"
    method["params"] = .array(spec.parameters.map(parameter) + everyMethods)
    method["result"] = ["name": "result", "schema": spec.resultSchema]
    method["errors"] = references(to: spec.failures + Failure.Code.ofAnyCall.filter { !spec.failures.contains($0) })
    return .object(method)
  }

  private static func parameter(_ spec: ParameterSpec) -> JSON {
    [
      "name": .string(spec.name), "summary": .string(spec.summary), "required": .bool(spec.isRequired),
      "schema": spec.schema,
    ]
  }

  /// What every method takes, by name.
  private static let everyMethods: [JSON] = [
    [
      "name": "profile", "summary": "The profile that the call works on, by default the current one", "required": false,
      "schema": Schema.text,
    ],
    [
      "name": "progressToken", "summary": "Comes back in '$/progress' notifications while the call waits",
      "required": false, "schema": ["type": ["string", "integer"]],
    ],
  ]

  private static func method(_ method: ProtocolMethod) -> JSON {
    [
      "name": .string(method.name), "summary": .string(method.summary),
      "paramStructure": method.takesPositions ? "either" : "by-name",
      "params": .array(method.parameters.map(parameter) + (method.isCall ? everyMethods : [])),
      "result": ["name": "result", "schema": method.resultSchema], "errors": references(to: method.failures),
    ]
  }

  private static func references(to codes: [Failure.Code]) -> JSON {
    .array(codes.map { ["$ref": .string("#/components/errors/\($0.rawValue)")] })
  }

  /// One error for each code, with the number of CONTRACT.md 5.
  private static let errors: JSON.Object = Failure.Code.allCases.reduce(into: JSON.Object()) { errors, code in
    errors[code.rawValue] = [
      "code": .number(JSON.Number(code.rpcCode)), "message": .string(code.meaning),
      "data": ["code": .string(code.rawValue)],
    ]
  }
}
