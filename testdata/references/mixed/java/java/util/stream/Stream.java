package java.util.stream;

public interface Stream<T> { long count(); }
