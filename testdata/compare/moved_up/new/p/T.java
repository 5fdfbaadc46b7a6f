package p;

public class T extends Base {
}
class Base extends lib.Elsewhere { public void up() {} public void other(int a) {} }
