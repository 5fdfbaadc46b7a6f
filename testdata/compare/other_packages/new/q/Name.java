package q;

public interface Name {}
