package a;

public class N {}
