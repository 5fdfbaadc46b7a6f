int count = 3, other = count; //= Compact#count read high

int twice(int n) { return n + n; }

record Pair(int left) {
    int more() { return left + 1; } //= Compact.Pair#left read high
}

void main() {
    int x = twice(count); //= Compact#twice(int) call high | Compact#count read high
    count = x; //= Compact#count write high
    this.count++; //= Compact#count write high
    int other = 1; //? Compact#other
    x = other + new Pair(1).left(); //= Compact.Pair#left() call high
}
