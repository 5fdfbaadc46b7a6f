package p;

public sealed interface Shape {
    record Circle() implements Shape {}
}
