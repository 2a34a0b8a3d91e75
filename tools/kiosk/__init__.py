"""Makes a machine a kiosk: the systemd unit, the udev rules, and the session that it runs in."""
