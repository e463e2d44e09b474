// JourneyREPL
