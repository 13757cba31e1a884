"""The book's last pages, made of what is there already: the reference of the package, the index."""
