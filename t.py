import sys,time
sys.path.insert(0,'/tmp/wt-search/src')
import codepegs; assert '/tmp/wt-search' in codepegs.__file__
from codepegs.game import Game
from codepegs.trees.optimal import GameSearch, one_step_tree, find_best
from codepegs.trees.searching import Cost
import numpy as np
for rules in sys.argv[1].split(','):
    w=int(sys.argv[2]) if len(sys.argv)>2 else 1
    g=Game.parse(rules)
    t0=time.time()
    f=find_best(g,workers=w)
    print(rules,f.tree and f.tree.figures.total,f.lower+g.size,f.proved,'nodes',f.nodes,round(f.seconds,2),round(time.time()-t0,2),flush=True)
