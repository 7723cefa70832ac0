"""Experiments: scenarios, sweeps, replays and evaluation over real sessions on throw-away stores."""
