"""Laying a given silhouette with the seven pieces, and hints."""
