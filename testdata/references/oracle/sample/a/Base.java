package a;

class Base {
    static final int LIMIT = 1;

    Base(int... limits) {
    }

    void inherited() {
    }

    public String toString() {
        return "";
    }
}
