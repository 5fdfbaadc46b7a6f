package p;

public record R(int a, int b) {
    public R {
        if (a == 0) throw new IllegalArgumentException();
    }

    @Override
    public int a() {
        return 1;
    }

    @Override
    public boolean equals(Object other) {
        return true;
    }
}
