package java.io;

public class IOException { public IOException() {} }
