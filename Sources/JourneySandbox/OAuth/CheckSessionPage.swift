import HTTPServer
import JSON

/// What a client's page keeps in a frame to learn whether the session is still there (OpenID Connect Session Management 3.3): it asks this server, since the
/// cookie is hidden from scripts, and answers `unchanged`, `changed` or `error`. Pages of other origins than the client's redirect URIs are told nothing, and
/// asking leaves the idle time of the session as it is.
enum CheckSessionPage {
  static func answer(_ call: Call) -> ServerResponse {
    let path = call.baseURL + "/json" + call.realm.canonicalPath + "/sessions?_action=validate&refresh=false"
    let clients = JSON.array(
      call.realm.provider.clients.map { client in
        .array([.string(client.id), .array(client.redirectURIs.filter(isOfPage).map(JSON.string))])
      })
    var response = ServerResponse.page(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>OpenID Connect Check Session</title></head><body><script>
      const clients = new Map(JSON.parse("\(clients.text().escapedForScript)"));
      addEventListener("message", function (event) {
        const words = typeof event.data === "string" ? event.data.split(" ") : [];
        const uris = clients.get(words[0]);
        if (uris && !uris.some(function (uri) { return new URL(uri).origin === event.origin; })) return;
        function tell(answer) { event.source.postMessage(answer, event.origin); }
        if (!uris || words.length !== 2) { tell("error"); return; }
        const headers = { "Content-Type": "application/json", "X-Requested-With": "check-session" };
        fetch("\(path.escapedForScript)", { method: "POST", credentials: "include", headers: headers, body: "{}" })
          .then(function (answer) { return answer.json(); })
          .then(function (answer) { tell(answer.valid === true ? "unchanged" : "changed"); })
          .catch(function () { tell("error"); });
      });
      </script></body></html>
      """, policy: "default-src 'none'; script-src 'unsafe-inline'; connect-src 'self'")
    // It is there to stand in the frame of another page.
    response.headers.removeAll { $0.name == "X-Frame-Options" }
    return response
  }

  /// Whether there is a page at a redirect URI, which has an origin; those of programs have none.
  private static func isOfPage(_ uri: String) -> Bool {
    ["http://", "https://"].contains { uri.lowercased().hasPrefix($0) }
  }
}
