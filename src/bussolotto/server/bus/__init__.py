"""Messages between the processes of one site: some functions (`messages.Bus`), over NATS or within one process."""
