import sys,time
sys.path.insert(0,'/tmp/wt-search/src')
from codepegs.game import Game
from codepegs.candidates import Candidates
from codepegs.trees.searching import Searcher
from codepegs.kernels import bounding
from codepegs.kernels.compile import compiled
from codepegs.texts import Turn
import numpy as np
from numba import njit
import inspect
print(inspect.signature(bounding.score_guesses.py_func if hasattr(bounding.score_guesses,'py_func') else bounding.score_guesses))
KIND = 'below' in inspect.signature(bounding.score_guesses.py_func).parameters
if KIND:
    @njit
    def rep(rules,state,n,size,turn,limit,below,other,floor):
        for _ in range(n): bounding.score_guesses(rules,state,0,size,turn,limit,below,other,floor)
else:
    @njit
    def rep(rules,state,n,size,turn,limit):
        for _ in range(n): bounding.score_guesses(rules,state,0,size,turn,limit)
for r in sys.argv[1].split(','):
    g=Game.parse(r); s=Searcher(g)
    ev=Candidates.all(g); rng=np.random.default_rng(1)
    s.state.first_played[:]=1
    for size in (5,10,14,20,40,64,100,200,400,800):
        keys=np.sort(rng.choice(ev.keys,size,replace=False))
        s.state.keys[:size]=keys
        args=(s.rules,s.state,1,size,3,-1)+((13,13,-1) if KIND else ())
        rep(*args)
        n=max(1,20000//size)
        c=s.counts[1]; t=time.perf_counter(); rep(*(args[:2]+(n,)+args[3:])); dt=time.perf_counter()-t
        sc=(s.counts[1]-c)/n
        print(r,size,f'{dt/n*1e6:.1f} us/set {sc:.0f} guesses {dt/n/sc*1e9:.2f} ns/guess',flush=True)
