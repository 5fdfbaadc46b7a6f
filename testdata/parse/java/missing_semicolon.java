package org.example;

class MissingSemicolon {
    int a
    int b;
    void c() { return }
}
