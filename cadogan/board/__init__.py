"""The board: a widget to play on (`cadogan.board.widget`), which needs anywidget, and the referee behind
it (`cadogan.board.session`), which needs nothing but Python.
"""
