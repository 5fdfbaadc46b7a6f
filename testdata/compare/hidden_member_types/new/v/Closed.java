package v;

public final class Closed extends Protecting { }
class Protecting { }
class Hidden { }
