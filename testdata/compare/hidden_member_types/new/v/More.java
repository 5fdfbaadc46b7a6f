package v;

public class More { }
class Loose { public static class Nest {} }
class Top { public static class Ring {} private static class Own {} }
class Mid {}
