package p;

public enum T { A, B, C, D; public void gone() {} }
