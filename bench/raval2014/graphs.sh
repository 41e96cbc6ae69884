# The graphs of [R], Table II, by name, and the web of Fig. 1. R-MAT has parameters with which its largest degree is that of Table II. Road
# networks but FLA are generated, of the size of W; Graph500 is smaller (42 million edges instead of 335) but once.
rmat20=rmat:20:8:.5,.142,.142 ER20=uniform:1048576:4194304 ER23=uniform:8388608:33554432
road_FLA=graphs/road-FLA.mwg road_W=road:2500:2500 web=graphs/web.mwg
graph500_1=kron:21:20 graph500_2=kron:21:20 graph500_3=kron:21:20 graph500_large=kron:24:20
if [ "${SIZES:-}" = tiny ]; then
  rmat20=rmat:6:8 ER20=uniform:40:160 ER23=uniform:80:320 road_FLA=road:6:6 road_W=road:8:8
  graph500_1=kron:5:8 graph500_2=kron:5:8 graph500_3=kron:5:8 graph500_large=kron:6:8
fi
