/// The name under which the engine is known to code written for iOS.
@_exported public import JourneyEngine
