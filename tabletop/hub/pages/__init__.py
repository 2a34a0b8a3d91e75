"""The pages of the hub: each module has the routes of some of them, in `routes`."""
