"""The pages about connected devices: list, bindings, dice fairness, display and touch.

Drivers are in `tabletop.input`.
"""
