// JourneyEngine
