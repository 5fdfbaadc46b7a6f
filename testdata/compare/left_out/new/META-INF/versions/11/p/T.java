package p;

public class T { public void newer() {} }
