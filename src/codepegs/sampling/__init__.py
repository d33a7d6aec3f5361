"""Play where codes cannot be listed: chains that find codes which fit, pools of them, guesses that tell pools apart."""
