package a;

import static a.Names.Kind.ONE;
import static java.lang.Math.max;

import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a file can say, each once: beside it stands what the oracle prints. */
@SuppressWarnings(value = "unused")
class Names<T extends Comparable<T>> extends Base implements Supplier<Names.Kind> {
    enum Kind { ONE, TWO(2) { @Override int size() { return 3; } }; Kind(int... of) {} Kind() { this(1); } int size() { return 1; } }

    record Pair(int left, List<String> right) { Pair { left = max(left, 0); } int sum() { return left + this.left(); } }

    @SuppressWarnings("unused")
    private int count, other = Base.LIMIT;
    private T[] items;

    Names(T first) {
        super(first.hashCode());
        count = other;
        this.count += items.length;
        (count)++;
    }

    Names() {
    }

    @Override
    public Kind get() {
        Kind kind = ONE;
        switch (kind) {
            case TWO: return Kind.valueOf("ONE");
            default: return Kind.values()[0];
        }
    }

    <R> R made(Function<? super T, R> by, T... of) throws java.io.IOException {
        var list = new ArrayList<T>() {
            @Override
            public int size() {
                return super.size() + Names.this.count;
            }
        };
        List<T> same = new ArrayList<>() { };
        Runnable run = new Runnable() { public void run() { inherited(); } };
        Supplier<Names<T>> maker = Names::new;
        Function<T, String> shown = T::toString;
        list.forEach(one -> one.compareTo(of[0]));
        same.stream().map(shown).map(text -> text.length()).forEach(length -> { int twice = length.intValue(); });
        Object entry = this;
        Pair pair = new Names.Pair(1, List.of());
        class Local { int hidden; int seen() { return hidden + pair.right().size(); } }
        new Local().seen();
        Class<?> type = a.Names.Pair.class;
        int[] copy = new int[] { pair.sum() }.clone();
        made(by, of);
        if (entry instanceof Entry<?, ?> e) { e.getKey(); }
        return by.apply(of[0]);
    }
}
