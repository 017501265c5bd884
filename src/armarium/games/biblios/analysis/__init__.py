"""What a game of Biblios says about itself when it is over: chances by the network, reasons, fair prices."""
