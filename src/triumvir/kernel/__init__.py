"""What every game is made of. Knows no game and imports nothing of Triumvir but itself."""
