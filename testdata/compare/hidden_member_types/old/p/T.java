package p;

class Base {
    public static class Gone {}
    public static class Kept {}
    protected static class Below {}
    static class Own {}
    private static class Secret {}
    public interface Face {}
}
public class Open extends Base {}
final class Unseen extends Base {}
class Other { public static class Alone {} }
class Whole { public static class Lost {} public static class Deep { public static class Deeper {} } }
public class Part extends Whole {}
