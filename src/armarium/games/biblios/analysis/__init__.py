"""The analysis of finished games: win chances by the network, reasons, and fair prices."""
