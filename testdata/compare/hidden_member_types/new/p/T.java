package p;

class Base {
    public static class Kept {}
}
public class Open extends Base { public interface Face {} }
final class Unseen extends Base {}
class Other {}
public class Part {}
