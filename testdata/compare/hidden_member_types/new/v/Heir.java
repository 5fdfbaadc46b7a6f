package v;

public class Heir { }
