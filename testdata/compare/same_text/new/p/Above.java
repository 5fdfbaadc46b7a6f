package p;

public class Above {
    public interface Face { }
    public interface Far { }
}
