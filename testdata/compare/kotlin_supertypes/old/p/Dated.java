package p;

public class Dated extends java.util.Date { }
