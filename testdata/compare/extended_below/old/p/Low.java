package p;

public class Low extends Mid {}
