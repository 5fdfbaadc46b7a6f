package q;

public class Name {}
