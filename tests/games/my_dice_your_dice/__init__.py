"""My Dice - Your Dice (I miei dadi - I tuoi dadi) under test."""
