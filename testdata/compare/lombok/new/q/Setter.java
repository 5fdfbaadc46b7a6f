package q;

public @interface Setter {}
