// JourneyCommands
