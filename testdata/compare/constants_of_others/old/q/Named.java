package q;

public interface Named { int N = 1; }
