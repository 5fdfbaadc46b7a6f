package p;

public interface T {
    abstract class Open { public Open() {} }
    sealed interface Some permits A { }
    final class A implements Some { }
    non-sealed class B { }
}
