public import JSON

/// The list of callback types, complete at compile time.
public enum CallbackCatalogue {
  /// One entry for each type of am-protocol 3.1; `X509CertificateCallback` and `HttpCallback` cannot be written in
  /// JSON.
  static let types: [any KnownCallback.Type] = [
    NameCallback.self,
    PasswordCallback.self,
    TextInputCallback.self,
    TextOutputCallback.self,
    SuspendedTextOutputCallback.self,
    ChoiceCallback.self,
    ConfirmationCallback.self,
    HiddenValueCallback.self,
    MetadataCallback.self,
    PollingWaitCallback.self,
    RedirectCallback.self,
    BooleanAttributeInputCallback.self,
    NumberAttributeInputCallback.self,
    StringAttributeInputCallback.self,
    ValidatedUsernameCallback.self,
    ValidatedPasswordCallback.self,
    KbaCreateCallback.self,
    TermsAndConditionsCallback.self,
    ConsentMappingCallback.self,
    DeviceProfileCallback.self,
    DeviceBindingCallback.self,
    DeviceSigningVerifierCallback.self,
    PingOneProtectInitializeCallback.self,
    PingOneProtectEvaluationCallback.self,
    PingOneRecognizeCallback.self,
    ReCaptchaCallback.self,
    ReCaptchaEnterpriseCallback.self,
    SelectIdpCallback.self,
    IdpCallback.self,
    AppIntegrityCallback.self,
    LanguageCallback.self,
    NameValueOutputCallback.self,
  ]

  private static let byType: [String: any KnownCallback.Type] = Dictionary(
    uniqueKeysWithValues: types.map { ($0.wireType, $0) })

  /// The callback for an entry of `callbacks`, of whatever form it is.
  public static func make(_ received: JSON, index: Int, step: StepContext) -> any Callback {
    let wire = WireCallback(received, index: index, step: step)
    guard let type = wire.type, let known = byType[type], known.wireType.isExactly(type) else {
      return UnknownCallback(wire)
    }
    return known.init(wire)
  }
}
