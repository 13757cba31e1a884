"""The rule bots: for each game the advice that its author gives, or that its numbers give, from
what a seat sees.

Each module has one function ``advise(view, actions)`` that gives one of the actions.
"""
