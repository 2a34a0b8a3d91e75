"""The server of the phone pages (see `messages`)."""
