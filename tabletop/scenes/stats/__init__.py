"""High scores and the host's usage report as pages. The counting lives in `tabletop.storage`."""
