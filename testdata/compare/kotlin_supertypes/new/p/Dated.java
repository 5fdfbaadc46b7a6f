package p;

public class Dated extends java.sql.Date { }
