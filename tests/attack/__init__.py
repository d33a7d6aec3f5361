"""Attacks on `codepegs serve`: whatever one client does, the small requests of another are answered.

`make attack` runs each for a minute, while another client, from another address, asks for a reply every half second.
All of it is on this machine, and bounded: attackers have at most `MOST_CONNECTIONS` connections, and the load ends with
the attack.
"""
