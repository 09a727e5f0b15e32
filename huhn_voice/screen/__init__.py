"""What can be looked at while the table talks."""
