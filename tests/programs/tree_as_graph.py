"""The edges of a strategy tree, for a library of graphs."""

from codepegs import read_tree

tree = read_tree("gallery:p4c6")
children = {node: node.children for node in tree.nodes()}
edges = [(node.parent, str(node.reply), node) for node in tree.nodes() if node.parent is not None]
assert all(node in children[parent] for parent, _, node in edges)
leaves = [node for node, below in children.items() if not below]
deepest = max(leaves, key=lambda node: node.depth)
print(len(children), len(edges), deepest.depth, len(tree.root.children))
