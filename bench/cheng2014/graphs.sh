# The graphs of [C], Table 1, by name. mesh, rmat, random and kron are generated with its nodes and edges; grid has those of ecology.
# FLA_road and Amazon are the real ones. LiveJournal, thermal, audikw, coPapers and kkt-power are not at hand.
mesh=mesh:1000:1000 grid=grid:1000:1000 FLA_road=graphs/FLA-road.mwg Amazon=graphs/Amazon.mwg
rmat1=rmat:n=5000000,m=60000000 rmat2=rmat:n=2000000,m=100000000
random1=uniform:2000000:128000000 random2=uniform:2000000:100000000 random3=uniform:5000000:60000000 kron20=kron:20:43
skewed=kron:16:16  # on which lanes count
if [ "${SIZES:-}" = tiny ]; then
  mesh=mesh:6:6 grid=grid:6:6 rmat1=rmat:n=50,m=300 rmat2=rmat:n=40,m=600 kron20=kron:5:10 skewed=kron:6:8
  random1=uniform:40:1000 random2=uniform:40:800 random3=uniform:60:400
fi
