"""The page by which phones join.

What phones show is made elsewhere: by each scene (`Scene.phone_view`) and by `tabletop.app.phones`.
"""
