/* A licence. */
package org.example;

import java.util.Comparator;
import java.util.List;

/**
 * Holds values. Second sentence.
 *
 * @param <T> what it holds
 */
public final class Holder<T extends Comparable<T>> extends Base<T> implements Comparator<T>, java.io.Serializable {

    /** How many. */
    private static final int COUNT = 3;

    /** The value. */
    protected volatile List<? super T> value;

    /** Makes one. */
    public Holder(List<T> value) {
        this.value = value;
    }

    /**
     * Compares {@code left}
     * with {@code right}.
     */
    @Override
    public int compare(T left, final T right) {
        return left.compareTo(right);
    }

    static { System.out.println(COUNT); }
}
