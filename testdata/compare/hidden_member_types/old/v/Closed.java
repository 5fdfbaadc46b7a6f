package v;

public final class Closed extends Protecting { }
class Protecting { protected static class Below {} }
class Hidden { public static class Nest {} }
