"""Work that other processes can do for a server: what they are asked for, and how it is offered to them."""
