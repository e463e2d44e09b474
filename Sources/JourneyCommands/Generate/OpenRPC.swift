package import JSON

/// The OpenRPC document of the JSON-RPC face, made from the command table: `rpc.discover` answers it and
/// `journey generate openrpc` prints it.
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
      "methods": .array(commands + lifecycle),
      "components": ["schemas": .object(ResultSchemas.all), "errors": .object(errors)],
    ]
  }

  private static func method(_ spec: CommandSpec) -> JSON {
    var method: JSON.Object = ["name": .string(spec.name), "summary": .string(spec.summary)]
    if !spec.details.isEmpty { method["description"] = .string(spec.details) }
    method["paramStructure"] = "either"
    method["params"] = .array(spec.parameters.map(parameter) + everyMethods)
    method["result"] = ["name": "result", "schema": spec.resultSchema]
    let codes = spec.failures + [.usage, .cancelled, .bug].filter { !spec.failures.contains($0) }
    method["errors"] = .array(codes.map { ["$ref": .string("#/components/errors/\($0.rawValue)")] })
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

  /// The methods that are not commands.
  private static let lifecycle: [JSON] = [
    method(
      "command", "Run one command line as a script would",
      [["name": "line", "summary": "The line", "required": true, "schema": Schema.text]] + everyMethods,
      Schema.object(["results": Schema.array(of: Schema.anything)])),
    method(
      "initialize", "Tell the server what the client can do; not required",
      [["name": "capabilities", "required": false, "schema": Schema.anyObject]],
      Schema.object([
        "capabilities": Schema.anyObject, "serverInfo": Schema.object(["name": Schema.text, "version": Schema.text]),
      ])),
    method("shutdown", "Take no more calls; only 'exit' is left", [], Schema.nothing),
    method("rpc.discover", "Describe the methods", [], Schema.anyObject),
  ]

  private static func method(_ name: String, _ summary: String, _ params: [JSON], _ result: JSON) -> JSON {
    [
      "name": .string(name), "summary": .string(summary), "params": .array(params),
      "result": ["name": "result", "schema": result],
    ]
  }

  /// One error for each code, with the number of CONTRACT.md 5.
  private static let errors: JSON.Object = Failure.Code.allCases.reduce(into: JSON.Object()) { errors, code in
    errors[code.rawValue] = [
      "code": .number(JSON.Number(code.rpcCode)), "message": .string(code.meaning),
      "data": ["code": .string(code.rawValue)],
    ]
  }
}
