"""What lives here.

The pages about what is plugged in: devices, bindings, dice fairness, display and touch. Drivers
live in `tabletop.input`.
"""
