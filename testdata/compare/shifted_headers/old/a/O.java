package a;

public class O extends P {}
