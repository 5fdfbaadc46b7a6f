package q;

public class User {
    public q.Sub.N of(q.Sub.N n) {
        return n;
    }
}
