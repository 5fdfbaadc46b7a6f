package org.example;

class Local {
    Runnable field = new Runnable() {
        private int inside;
        class InAnonymous {}
        public void run() { enum E { A } }
    };

    { class InInitialiser { class Deeper {} } }

    static { record InStatic(int a) { void m() {} } }

    void method() {
        interface InMethod { int C = 1; }
        Runnable r = () -> { class InLambda {} };
    }

    int after;
}
