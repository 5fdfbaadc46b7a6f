package java.util;

public class ArrayList<E> implements List<E> { public ArrayList() {} }
