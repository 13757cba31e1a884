"""What the package does in a notebook: cells that follow a changed rule, and what is said of the
rules as printed when they are not those of the notebook any more.

`attach` ties it to IPython; ``import cadogan`` does so in a kernel. It reads nothing until a cell
is run."""
