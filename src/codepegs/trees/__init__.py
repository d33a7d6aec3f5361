"""Strategy trees: a guess at each node and one child for each reply. Build, store and check them.

Members:

- `search/`: Searches for optimal and good strategy trees, and certificates of optimality.
- `braces`: Braces, the grammar in which puzzle programmers exchange strategies; docs/trees.md specifies it.
- `build`: The tree of any strategy that is a function of the history; that of a one-step strategy in C++, by all
  workers.
- `certificate_checker`: Checks a proof that no strategy is better, without trusting its author: one file, the standard
  library.
- `checker`: Checks a strategy tree without trusting its author: one file, the standard library, nothing else of
  codepegs.
- `formats`: The file formats of trees by name, and files in any of them; JSON and Graphviz.
- `gallery`: The trees that ship with codepegs, one for each game and objective: the index and the files.
- `pictures`: A tree as a picture, plain SVG, or as a page, plain HTML; both without scripts.
- `text`: The canonical text of a tree: a header, then one node per line, indented by depth, with checksums near the
  root.
- `tree`: A strategy tree as flat arrays, and the number of guesses it needs.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "build": "Choose Shard UNCUT WHOLE walk walked_lengths walked_tree",
        "formats": "format_named format_of read_tree write_tree",
        "gallery": "Entry",
        "tree": "Tree TreeFigures TreeNode",
    },
)
