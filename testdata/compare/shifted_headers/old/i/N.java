package i;

public class N {}
