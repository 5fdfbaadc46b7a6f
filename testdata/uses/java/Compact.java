// names: count, twice, Pair, left, shared
int count = 3, shared = count;
static final int[] LIST = {twice(1)};

int twice(int n) { return n + n; }

int unused() { return 1; }

record Pair(int left) {
    int more() { return left + 1; }
}

void main() {
    int x = twice(count);
    count = x;
    this.count++;
    int shared = 1;
    x = shared + new Pair(1).left();
}
