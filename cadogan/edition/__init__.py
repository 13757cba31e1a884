"""The edition: the chapters and their one reader, the concordance of text and code, the reference."""
