package p;

public enum J {
    @Deprecated A(2),
    B(2) {
        void y() {}
    },
    C(3), ;

    J(int a) {}
}
