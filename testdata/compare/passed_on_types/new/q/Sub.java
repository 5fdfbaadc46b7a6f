package q;

public class Sub extends Base {}
