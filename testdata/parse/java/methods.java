package org.example;

abstract class Methods {
    public
    static
    <T extends Comparable<T>> boolean hasText(@Nullable String str, int... xs)
        throws java.io.IOException,
               IllegalStateException {
        return true;
    }

    void manyLines(
        final int first, // the first
        @Named("a,b)") String second, /* the
        third */
        java.util.Map<
            String,
            Object
        > third
    ) {}

    public <T> @Nullable T annotated(@A(1) @B final T t, String @Nullable [] array, @A String @B ... rest) { return t; }

    int/*x*/y(int/**/z) { return z; }

    protected synchronized native strictfp final void modifiers();

    abstract java.util.@Nullable List<@NonNull String> qualified(java . util . List <String> spaced);

    int array(int a[], String[] b[])[] { return null; }

    void record(int record) {}
    void yield() {}
    void open() {} void module() {} void with() {} void when() {} void sealed() {} void permits() {}
    Object var(Object var) { return var; }
    int oneLine() { return 1; } int same() { return 2; }
}
