package k;

public class M {}
