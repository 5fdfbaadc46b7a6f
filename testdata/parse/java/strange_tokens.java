package org.example;

class Strange {
    char a = '\'', b = '"', c = '{', d = '\\';
    String e = "\"}//", f = "/* no */", g = "@Not";
    int h = 0_7, i = 0b1_0, j = 0x1p3 > 0 ? 1 : 2;;
    /** Unicode escape. */
    int \u0061bc;
    Object k = (Runnable & java.io.Serializable) () -> {};
    int l = a<b?1:2;
    Class<?> m = int[].class;
    java.util.function.Supplier<int[]> n = int[]::new == null ? null : null;
    ; ;
    void o() {};
    @interface P { int[] q() default {}; }
}
;
