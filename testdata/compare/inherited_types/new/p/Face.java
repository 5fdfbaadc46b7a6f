package p;

public interface Face {}
