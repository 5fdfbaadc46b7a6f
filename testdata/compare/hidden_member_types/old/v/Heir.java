package v;

public class Heir extends Dead { }
