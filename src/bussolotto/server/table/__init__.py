"""Tables: who sits at them, and everything people do there."""
