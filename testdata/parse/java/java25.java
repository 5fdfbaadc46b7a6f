package org.example;

import module java.sql;

class Modern extends Base {
    Modern(int a) {
        if (a < 0) throw new IllegalArgumentException();
        super(a);
    }

    int match(Object o) {
        return switch (o) {
            case Point(var x, _) when x > 0 -> x;
            case Integer _, Long _ -> 1;
            case null, default -> { int _ = 3; yield 0; }
        };
    }

    String text = """
        class NotAType { void no() {} }
        \""" /** no doc */
        """;

    void after() throws Exception { try (var _ = open()) { } catch (Exception _) { } }
}
