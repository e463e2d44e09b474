// JourneySandbox
