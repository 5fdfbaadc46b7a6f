package p;

public class Open extends N {}
