package org.user;

/** Many arguments of one call, each of which is inferred by what the others leave open. */
class Wide<T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11> {
    T0 m0() { return null; }
    T1 m1() { return null; }
    T2 m2() { return null; }
    T3 m3() { return null; }
    T4 m4() { return null; }
    T5 m5() { return null; }
    T6 m6() { return null; }
    T7 m7() { return null; }
    T8 m8() { return null; }
    T9 m9() { return null; }
    T10 m10() { return null; }
    T11 m11() { return null; }

    Wide(T0 a0, T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6, T7 a7, T8 a8, T9 a9, T10 a10, T11 a11) {}

    static <T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11> Wide<Flow<T0>, Flow<T1>, Flow<T2>, Flow<T3>, Flow<T4>, Flow<T5>, Flow<T6>, Flow<T7>, Flow<T8>, Flow<T9>, Flow<T10>, Flow<T11>> all(Flow<Wide<? extends T0, ? extends T1, ? extends T2, ? extends T3, ? extends T4, ? extends T5, ? extends T6, ? extends T7, ? extends T8, ? extends T9, ? extends T10, ? extends T11>> of) {
        return new Wide<>( //= org.user.Wide#<init>(T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11) new exact
                of.map(Wide::m0), //= org.user.Wide#m0() method_reference high
                of.map(Wide::m1),
                of.map(Wide::m2),
                of.map(Wide::m3),
                of.map(Wide::m4),
                of.map(Wide::m5),
                of.map(Wide::m6),
                of.map(Wide::m7),
                of.map(Wide::m8),
                of.map(Wide::m9),
                of.map(Wide::m10),
                of.map(Wide::m11)); //= org.user.Wide#m11() method_reference high
    }
}
