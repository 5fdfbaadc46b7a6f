package p;

public class Shifting extends V {}
