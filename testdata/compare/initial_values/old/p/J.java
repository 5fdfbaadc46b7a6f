package p;

public enum J {
    @Deprecated A(1),
    B(2) {
        void x() {}
    },
    C(3);

    J(int a) {}
}
