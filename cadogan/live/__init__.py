"""The cells of a page, run in the page: what they need, what they show, and the same forms that a
notebook shows it in.
"""
