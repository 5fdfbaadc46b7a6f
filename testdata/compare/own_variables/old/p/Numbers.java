package p;

/** Nothing in a class that others extend is asked of them where it is inherited. */
public interface Numbers extends Base<Integer> {
}
