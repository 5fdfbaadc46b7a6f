package r;

public class Name {}
