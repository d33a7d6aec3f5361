"""What commands and the server tell of a game alike: records, advice as a whole, what it will take, what is known."""
