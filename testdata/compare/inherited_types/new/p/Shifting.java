package p;

public class Shifting {}
