package p;

public class Own extends M {
}
