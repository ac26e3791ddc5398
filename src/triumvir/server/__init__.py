"""The server: tables, seats, nothing lost, nobody peeks. Knows no rules: it asks matches, and shows what they show."""
