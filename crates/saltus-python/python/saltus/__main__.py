"""`python -m saltus` is the program `saltus`."""

from saltus._program import saltus

if __name__ == "__main__":
    saltus()
