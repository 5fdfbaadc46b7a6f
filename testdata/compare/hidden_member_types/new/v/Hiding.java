package v;

public class Hiding extends Hidden { public static class Nest {} }
