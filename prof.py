import sys,time
sys.path.insert(0,'/tmp/wt-search/src')
from codepegs.game import Game
from codepegs.trees.optimal import GameSearch, one_step_tree
from codepegs.trees.searching import Cost
import numpy as np
for rules in sys.argv[1].split(','):
    g=Game.parse(rules)
    inc=one_step_tree(g).figures.total-g.size
    if len(sys.argv)>2: inc=int(sys.argv[2])-g.size
    s=GameSearch(g,incumbent=inc)
    t0=time.time(); f=s.run(); dt=time.time()-t0
    c=s._searchers[0].counts
    print(rules,f.value and f.value+g.size,f.lower+g.size,f.proved,'nodes',f.nodes,round(dt,2),c[:8], 'us/set',round(dt/c[0]*1e6,1))
    if len(c)>8:
        t=c[8:].reshape(2,8,16)
        for k,name in enumerate(('probe','list')):
            print(name); 
            for turn in range(8):
                if t[k,turn].any(): print('  turn',turn,' '.join(f'{int(x):>8}' for x in t[k,turn][:14]))
