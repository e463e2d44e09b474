// JourneyRPC
