import HTTPServer

/// What is neither JSON nor OAuth below `/am`: a login page for browsers, and the pages of the stand-in identity provider.
enum Pages {
  static func answer(_ call: Call) throws(AMError) -> ServerResponse {
    switch call.resource.filter({ !$0.isEmpty }) {
    case ["UI", "Login"], ["XUI"], ["XUI", "index.html"]: return try LoginPage(call: call).answer()
    case ["idp", "authorize"]: return try IdentityProviderPage.authorize.answer(call)
    case ["idp", "saml"]: return try IdentityProviderPage.saml.answer(call)
    default: throw AMError(404, "Not Found")
    }
  }
}
