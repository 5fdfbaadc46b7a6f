package kotlin.jvm.functions

public interface Function0<out R> { public operator fun invoke(): R }
public interface Function2<in P1, in P2, out R> { public operator fun invoke(p1: P1, p2: P2): R }
public interface Function1<in P1, out R> { public operator fun invoke(p1: P1): R }
