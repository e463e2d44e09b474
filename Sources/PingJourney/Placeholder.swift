// PingJourney
