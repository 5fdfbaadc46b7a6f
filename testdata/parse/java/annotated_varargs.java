package org.example;

import org.jspecify.annotations.Nullable;

class AnnotatedVarargs {
    void a(Class<?> @Nullable ... types) {}
    void b(@Nullable Object @Nullable ... args) {}
    @Nullable String @Nullable [] c() { return null; }
    <T extends @Nullable Object> T d(Outer.@Nullable Inner<@Nullable T> in) { return null; }
    @Nullable int[] @Nullable [] e;
    String f(byte @A [] @B [] x) throws @C Exception { return null; }
}
