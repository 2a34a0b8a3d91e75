"""Sets up a kiosk: the systemd unit, the udev rules and the session."""
