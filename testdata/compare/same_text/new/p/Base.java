package p;

public class Base extends Above {
}
