% comment
3	4
4	3
