package org.example;

/**
 * Doc of
 * lines. More.
 */
class Windows {
    void m(
        int a,
        int b) {
    }
}
