class Receivers<T> {
    // No receiver is a parameter, however it is annotated.
    void plain(Receivers<T> this) {}

    void marked(@Initialized Receivers<T> this, int count) {}

    void argued(
            @UnderInitialization(Receivers.class) Receivers<T> this,
            String name,
            Object... rest) {}

    class Inner {
        Inner(@A Receivers<T> Receivers.this) {}

        Inner(@A @B(1) Receivers<T> Receivers.this, int size) {}
    }
}
