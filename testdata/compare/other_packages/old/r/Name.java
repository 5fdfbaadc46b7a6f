package r;

public interface Name {}
