package p;

public sealed interface S {
    record A() implements S {}

    record B() implements S {}
}
