"""What a table needs that stands among strangers: a PIN, opening hours, short codes, fit names."""
