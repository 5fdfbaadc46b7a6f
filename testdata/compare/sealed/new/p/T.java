package p;

public interface T {
    abstract sealed class Open permits Only { public Open() {} }
    final class Only extends Open { }
    sealed interface Some permits A, C { }
    final class A implements Some { }
    final class C implements Some { }
    non-sealed class B { }
}
