package v;

public class More extends Loose { }
class Loose { public static class Nest {} }
class Top { public static class Ring {} private static class Own {} }
class Mid extends Top {}
