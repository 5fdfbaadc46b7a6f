package p;

public class Base extends Above {
    public interface Face extends Above.Face { }
}
