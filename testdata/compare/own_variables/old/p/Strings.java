package p;

/** What is no erasure of the inherited method is a method of its own. */
public interface Strings extends Base<String> {
}
