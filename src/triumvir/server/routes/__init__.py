"""The paths of the HTTP interface, by subject."""
