"""Pictures as codes, games for them as moving pictures, boards as pixels; the files are the program's own."""
