package v;

public class Low extends Mid { }
