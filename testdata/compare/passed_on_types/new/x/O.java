package x;

public class O extends Q {}
